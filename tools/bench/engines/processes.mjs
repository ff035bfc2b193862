// Starts processes with a log file each, and ends them with this process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set()
/** @type {Set<() => number>} */
const daemons = new Set()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const pid of daemons) killTree(pid())
})

/**
 * @param {string} program @param {string[]} args
 * @param {{ log: string, env?: Record<string, string>, account?: { uid?: number, gid?: number }, cwd?: string }} options
 */
export function startProcess(program, args, { log, env = {}, account = {}, cwd }) {
  const file = openSync(log, 'a')
  const child = spawn(program, args, {
    ...account,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', file, file],
    ...(cwd && { cwd }),
  })
  running.add(child)
  child.once('error', (error) => console.error(`${program} could not be started: ${error.message}`))
  child.once('exit', (code) => {
    running.delete(child)
    if (code) console.error(`${program} ended with ${code}:\n${readFileSync(log, 'utf8').slice(-2000)}`)
  })
  return child
}

/** Kills a daemon, which is not a child process, when this process exits. @param {() => number} pid of the daemon; 0 while it does not run */
export function killDaemonOnExit(pid) {
  daemons.add(pid)
}

/** @param {ChildProcess} child @param {NodeJS.Signals} signal */
export async function endProcess(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Sends SIGKILL to a process and its children. @param {number} pid */
export function killTree(pid) {
  if (!pid) return
  for (const one of [pid, ...childPidsOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error
    }
  }
}

/** @param {number} parent */
function childPidsOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentPidOf(name) === parent)
    .map(Number)
}

/** @param {string} pid */
function parentPidOf(pid) {
  try {
    // The name before the state may contain spaces and brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    // The process has ended meanwhile.
    return 0
  }
}

/**
 * @param {string} what the subject of the error message @param {() => Promise<unknown>} isDone a rejection counts as false
 * @param {number} [seconds]
 */
export async function waitUntil(what, isDone, seconds = 120) {
  const end = performance.now() + seconds * 1000
  let reason = ''
  while (performance.now() < end) {
    try {
      if (await isDone()) return
      reason = ''
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : error}`
    }
    await sleep(100)
  }
  throw new Error(`${what} took more than ${seconds} s${reason}`)
}
