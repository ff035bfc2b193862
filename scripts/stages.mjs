// The stages of the gate: how one is run, and those that only read the source.
// Knows nothing of sums over stages.
import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { ownEnvironment } from './setup/pinned-node.mjs'
import { root } from './setup/repository.mjs'

/** @typedef {{ name: string, command: string, args: string[], env?: Record<string, string>, minutes?: number }} Stage */
/** @typedef {{ name: string, passed: boolean, seconds: string, lastLines: string[] }} Outcome */

// Enough for the last error of either test runner with its summary.
const KEPT_LINES = 40

// The programs write into a pipe and would leave colours out.
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}

/** @type {Stage[]} */
export const staticStages = [
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'oxlint', args: [] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'house rules', command: 'node', args: ['scripts/house-rules.mjs'] },
]

/**
 * Runs a stage with its output in full. One that hangs is ended, so that a machine's run ends too.
 * @param {Stage} stage @returns {Promise<Outcome>}
 */
export async function runStage({ name, command, args, env = {}, minutes = 8 }) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const { passed, lastLines } = await run(command, args, { ...ownEnvironment(), ...colour, ...env }, minutes)
  return outcome(name, passed, began, lastLines)
}

/**
 * Runs work that is no program of its own as a stage.
 * @param {string} name @param {() => Promise<void>} work @returns {Promise<Outcome>}
 */
export async function runWork(name, work) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const error = await work().then(
    () => undefined,
    (/** @type {unknown} */ thrown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  )
  if (error !== undefined) console.error(error)
  return outcome(name, error === undefined, began, error === undefined ? [] : [error])
}

/** @param {string} name @param {boolean} passed @param {number} began @param {string[]} lastLines @returns {Outcome} */
function outcome(name, passed, began, lastLines) {
  const seconds = ((Date.now() - began) / 1_000).toFixed(1)
  console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`)
  return { name, passed, seconds, lastLines }
}

/**
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env @param {number} minutes
 * @returns {Promise<{ passed: boolean, lastLines: string[] }>}
 */
function run(command, args, env, minutes) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = lastLinesOf(child)
  const timers = [
    setTimeout(() => {
      console.error(`Still not done after ${minutes} minutes: ended`)
      child.kill('SIGTERM')
    }, minutes * 60_000),
    setTimeout(() => child.kill('SIGKILL'), minutes * 60_000 + 10_000),
  ]
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  return new Promise((resolve) => {
    /** @param {boolean} passed */
    const done = (passed) => {
      for (const timer of timers) clearTimeout(timer)
      process.off('exit', endWithUs)
      resolve({ passed, lastLines: output() })
    }
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`)
      done(false)
    })
    child.once('close', (code) => done(code === 0))
  })
}

/**
 * Passes a stage's output on and keeps its last lines: an error outside of any test is in no report.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 */
function lastLinesOf({ stdout, stderr }) {
  let kept = ''
  for (const [from, to] of /** @type {const} */ ([
    [stdout, process.stdout],
    [stderr, process.stderr],
  ])) {
    from.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      to.write(text)
      kept = (kept + text).slice(-20_000)
    })
  }
  return () => stripVTControlCharacters(kept).trimEnd().split('\n').slice(-KEPT_LINES)
}
