// Lets one process of this clone do a piece of work while others wait for it to be done.
// Knows nothing of the work. A holder that was killed is noticed by its pid, or by its silence.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeat = 1_000
/** A pid says little in a container, where the next process may get the same: so the holder also keeps touching its file. */
const silence = 10_000

/**
 * @template T
 * @param {string} lockFile
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another is at it
 * @returns {Promise<T>}
 */
export async function oneAtATime(lockFile, work, onWait = () => undefined) {
  mkdirSync(dirname(lockFile), { recursive: true })
  for (let tries = 0; !take(lockFile); tries += 1) {
    if (isAbandoned(lockFile)) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (tries === 0) onWait()
    await sleep(100)
  }
  const beat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), heartbeat)
  const release = () => rmSync(lockFile, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

/** @param {string} lockFile */
function take(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {string} lockFile */
function isAbandoned(lockFile) {
  try {
    const age = Date.now() - statSync(lockFile).mtimeMs
    const pid = Number(readFileSync(lockFile, 'utf8'))
    // Just made, and not yet written.
    if (!pid) return age > silence
    return age > silence || !isAlive(pid)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code
