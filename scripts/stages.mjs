// Runs the stages of npm test and npm run check.
import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { createRepositoryEnvironment } from './setup/pinned-node.mjs'
import { root } from './setup/repository.mjs'

/** @typedef {{ name: string, command: string, args: string[], env?: Record<string, string>, minutes?: number }} Stage */
/** @typedef {{ name: string, passed: boolean, seconds: string, lastLines: string[] }} Outcome */

// 40 lines contain the last error of either test runner with its summary.
const lastLineCount = 40

// Output goes through a pipe, where the programs print no colours by default.
const colourSettings = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}

/** @type {Stage[]} */
export const staticStages = [
  // Several checkers would each check the types that the packages share: one takes two thirds of the time on two cores.
  { name: 'types', command: 'tsc', args: ['-b', '--checkers', '1'] },
  { name: 'lint', command: 'oxlint', args: [] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'house rules', command: 'node', args: ['scripts/house-rules.mjs'] },
  { name: 'features', command: 'node', args: ['scripts/features.mjs'] },
]

/**
 * Runs a program as a stage. Passes its output on, and ends it after `minutes`.
 * @param {Stage} stage @returns {Promise<Outcome>}
 */
export async function runStage({ name, command, args, env = {}, minutes = 8 }) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const { passed, lastLines } = await runProgram(
    command,
    args,
    { ...createRepositoryEnvironment(), ...colourSettings, ...env },
    minutes,
  )
  return createOutcome(name, passed, began, lastLines)
}

/**
 * Runs a function as a stage.
 * @param {string} name @param {() => Promise<void>} work @returns {Promise<Outcome>}
 */
export async function runFunctionAsStage(name, work) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const error = await work().then(
    () => undefined,
    (/** @type {unknown} */ thrown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  )
  if (error !== undefined) console.error(error)
  return createOutcome(name, error === undefined, began, error === undefined ? [] : [error])
}

/** @param {string} name @param {boolean} passed @param {number} began @param {string[]} lastLines @returns {Outcome} */
function createOutcome(name, passed, began, lastLines) {
  const seconds = ((Date.now() - began) / 1_000).toFixed(1)
  console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`)
  return { name, passed, seconds, lastLines }
}

/**
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env @param {number} minutes
 * @returns {Promise<{ passed: boolean, lastLines: string[] }>}
 */
function runProgram(command, args, env, minutes) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = recordOutput(child)
  const timers = [
    setTimeout(() => {
      output.note(`Not finished after ${minutes} minutes: ended`)
      child.kill('SIGTERM')
    }, minutes * 60_000),
    setTimeout(() => child.kill('SIGKILL'), minutes * 60_000 + 10_000),
  ]
  const endChild = () => child.kill('SIGTERM')
  process.once('exit', endChild)
  return new Promise((resolve) => {
    /** @param {boolean} passed */
    const finish = (passed) => {
      for (const timer of timers) clearTimeout(timer)
      process.off('exit', endChild)
      resolve({ passed, lastLines: output.lastLines() })
    }
    child.once('error', (error) => {
      output.note(`${command} could not be started: ${error.message}`)
      finish(false)
    })
    child.once('close', (code) => finish(code === 0))
  })
}

/**
 * Passes the output on and keeps its last lines, because no report contains the errors outside of the tests.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 */
function recordOutput({ stdout, stderr }) {
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
  return {
    /** @param {string} line */
    note(line) {
      console.error(line)
      kept += `\n${line}\n`
    },
    lastLines: () => stripVTControlCharacters(kept).trimEnd().split('\n').slice(-lastLineCount),
  }
}
