// The stages of the gate: how one is run, and those that only read the source.
// Knows nothing of sums over stages.
import { spawn } from 'node:child_process'
import { ownEnvironment } from './setup/pinned-node.mjs'
import { root } from './setup/repository.mjs'

/** @typedef {{ name: string, command: string, args: string[], env?: Record<string, string>, minutes?: number }} Stage */
/** @typedef {{ name: string, passed: boolean, seconds: string }} Outcome */

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
  const passed = await succeeds(command, args, { ...ownEnvironment(), ...env }, minutes)
  return outcome(name, passed, began)
}

/**
 * Runs work that is no program of its own as a stage.
 * @param {string} name @param {() => Promise<void>} work @returns {Promise<Outcome>}
 */
export async function runWork(name, work) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const passed = await work().then(
    () => true,
    (error) => {
      console.error(error instanceof Error ? error.message : error)
      return false
    },
  )
  return outcome(name, passed, began)
}

/** @param {string} name @param {boolean} passed @param {number} began @returns {Outcome} */
function outcome(name, passed, began) {
  const seconds = ((Date.now() - began) / 1_000).toFixed(1)
  console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`)
  return { name, passed, seconds }
}

/**
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env @param {number} minutes
 * @returns {Promise<boolean>}
 */
function succeeds(command, args, env, minutes) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
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
      resolve(passed)
    }
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`)
      done(false)
    })
    child.once('exit', (code) => done(code === 0))
  })
}
