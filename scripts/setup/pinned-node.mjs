// The Node version that package.json pins and npm installs, independent of the machine's own Node.
import { execFileSync, spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { repositoryPath, readPackageJson } from './repository.mjs'

const binary = repositoryPath('node_modules', 'node', 'bin', 'node')

const readPinnedVersion = () => readPackageJson().dependencies.node

/** Whether this process runs the pinned Node. */
export const isRunningPinnedNode = () => process.versions.node === readPinnedVersion()

/** Whether the pinned Node is installed and runs. */
export function isPinnedNodeInstalled() {
  if (process.execPath === binary) return isRunningPinnedNode()
  try {
    return execFileSync(binary, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim() === `v${readPinnedVersion()}`
  } catch {
    return false // missing, incomplete, or built for another platform
  }
}

/** The environment with node_modules/.bin, and so the pinned Node, first in PATH. */
export const createRepositoryEnvironment = () => ({
  ...process.env,
  PATH: [repositoryPath('node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
})

/**
 * Runs this script again in the pinned Node, forwards signals and exits like the child. When this process dies, the IPC
 * channel closes, and the child gets 'disconnect'.
 * @returns {Promise<never>}
 */
export function continueInPinnedNode() {
  const child = spawn(binary, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: createRepositoryEnvironment(),
    // A process group of its own: Ctrl-C would reach the child directly too, and a second signal ends a server without a clean shutdown.
    detached: true,
  })
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  onParentExit(() => child.kill('SIGTERM'))
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (!signal) process.exit(code ?? 1)
      for (const each of signals) process.removeAllListeners(each)
      process.kill(process.pid, signal)
    })
  })
}

/**
 * Calls `act` when the parent process has exited: npm may start this process through a shell, and a SIGTERM to npm then ends only the shell.
 * Does nothing if npm did not start this process, or if it has an IPC channel, whose 'disconnect' event reports the same. Does not call `act` once
 * this process itself got a signal.
 * @param {() => void} act
 */
export function onParentExit(act) {
  if (!process.env['npm_lifecycle_event'] || process.connected !== undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 200).unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      clearInterval(watch)
      // `once` has removed this listener. If there is no other one, the signal's default action ends the process when it is sent again.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
  }
}

/** For scripts without a server: exits, which also ends their child processes, on a signal or when the parent is gone. */
export function exitOnSignal() {
  if (process.connected === false) process.exit(1)
  // process.exit emits 'exit', whose listeners end child processes. A signal's default action emits no 'exit'.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => process.exit(130))
  // A listener for 'disconnect' keeps the channel, and so an otherwise idle process, alive.
  process.channel?.unref()
  onParentExit(() => process.exit(130))
}
