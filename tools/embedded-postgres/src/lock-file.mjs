// JavaScript without dependencies: scripts/setup uses it on Node 20, before any package is installed.
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { link, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The holder renews the file's modification time. A file that was not renewed for `staleAfterMs` has no holder any more. */
const renewalIntervalMs = 1_000
const staleAfterMs = 10_000
const retryMs = 50

/**
 * Runs `work` while it holds the lock file, which it creates and removes. A lock file left by a killed process is removed.
 *
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void, renewForMs?: number }} [options] `onWait` is called once if another process holds the lock;
 *   after `renewForMs` the lock is no longer renewed, so that work that hangs does not block other processes for ever
 * @returns {Promise<T>}
 */
export async function withLockFile(path, work, { onWait = () => undefined, renewForMs = Infinity } = {}) {
  mkdirSync(dirname(path), { recursive: true })
  for (let isFirst = true; !(await tryAcquire(path));) {
    if (await isStale(path)) {
      await rm(path, { force: true })
      continue
    }
    if (isFirst) onWait()
    isFirst = false
    await sleep(retryMs)
  }
  const stopRenewing = startRenewing(path, renewForMs)
  const removeAtExit = () => rmSync(path, { force: true })
  process.once('exit', removeAtExit)
  try {
    return await work()
  } finally {
    stopRenewing()
    process.off('exit', removeAtExit)
    await rm(path, { force: true })
  }
}

/** @param {string} path @param {number} renewForMs @returns {() => void} */
function startRenewing(path, renewForMs) {
  const began = Date.now()
  const timer = setInterval(() => {
    const now = new Date()
    if (+now - began > renewForMs) return clearInterval(timer)
    // A lock that cannot be renewed becomes stale.
    utimes(path, now, now).catch(() => clearInterval(timer))
  }, renewalIntervalMs)
  return () => clearInterval(timer)
}

/**
 * Writes a draft and links it as the lock file once it is complete, so that no process reads a lock file without a pid. The draft gets the
 * time of this process, because the clock of a network file system may differ.
 *
 * @param {string} path
 */
async function tryAcquire(path) {
  const draft = `${path}.${randomUUID()}`
  const now = new Date()
  await writeFile(draft, `${process.pid} ${await readPidNamespace()}`)
  try {
    await utimes(draft, now, now)
    await link(draft, path)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** @param {string} path */
async function isStale(path) {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    if (Date.now() - mtimeMs > staleAfterMs) return true
    const [pid, namespace] = text.split(' ')
    return namespace === (await readPidNamespace()) && !isAlive(Number(pid))
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Process ids are comparable only within one PID namespace, so not between containers. */
function readPidNamespace() {
  return readlink('/proc/self/ns/pid').catch(() => 'all')
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCodeOf(error) !== 'ESRCH'
  }
}

/** @param {unknown} error */
const errorCodeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code
