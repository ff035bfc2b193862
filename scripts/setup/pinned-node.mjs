// The Node that Gaffer runs on: the one that package.json names and npm installs, whatever the machine has.
// Knows how to go on in it; not what is to be done there.
import { execFileSync, spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { inRepository, readManifest } from './repository.mjs'

const binary = inRepository('node_modules', 'node', 'bin', 'node')

const pinnedVersion = () => readManifest().dependencies.node

/** Whether this very process is the pinned Node. */
export const isPinnedNode = () => process.versions.node === pinnedVersion()

/** Whether the pinned Node is there and runs. */
export function hasPinnedNode() {
  if (process.execPath === binary) return isPinnedNode()
  try {
    return execFileSync(binary, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim() === `v${pinnedVersion()}`
  } catch {
    return false // absent, cut short, or for another machine: all one reason to install it again
  }
}

/** The environment in which the clone's own programs, and first of all its Node, are found. */
export const ownEnvironment = () => ({
  ...process.env,
  PATH: [inRepository('node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
})

/**
 * Runs the same script again in the pinned Node, as if it were this process: signals go in, the exit comes out, and the
 * channel between the two closes when this one dies ('disconnect' over there).
 * @returns {Promise<never>}
 */
export function continueInPinnedNode() {
  const child = spawn(binary, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: ownEnvironment(),
  })
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  whenAbandoned(() => child.kill('SIGTERM'))
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
 * Under npm a shell may stand between npm and us. A SIGTERM for npm ends that shell and never reaches us, so the death of the
 * parent has to be the signal; unless one arrived as well.
 * @param {() => void} act
 */
export function whenAbandoned(act) {
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
      // Having listened must not have kept the signal from ending a process in which nobody else listens.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
  }
}

/** For scripts that own no server: end, and so end what they run, when told to or when the process that handed over is gone. */
export function endWhenTold() {
  if (process.connected === false) process.exit(1)
  // By way of 'exit', where what is running gets ended; the default would leave it behind.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => process.exit(130))
  // Listening for 'disconnect' would keep a process alive that has nothing left to do, and its parent with it.
  process.channel?.unref()
  whenAbandoned(() => process.exit(130))
}
