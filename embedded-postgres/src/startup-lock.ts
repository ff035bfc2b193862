// A lock file that serialises starts on one data folder: creating the cluster and starting PostgreSQL must not run twice at once.

import { mkdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno, UnusableFolder } from './errors.ts'

/** The lock of a start that takes longer is no longer renewed. */
const longestStart = 60_000
/** The holder renews the file's time; a file not renewed for `staleAfter` is left over from a killed process. */
const renewedEvery = 1_000
const staleAfter = 10_000

export const lockFile = 'starting'

/** Runs `start` under the lock. The lock of a killed process is removed, not waited for. */
export async function withStartupLock<T>(dataDir: string, start: () => Promise<T>): Promise<T> {
  await makeDataDir(dataDir)
  const path = join(dataDir, lockFile)
  while (!(await tryAcquire(path))) {
    if (await isStale(path)) await rm(path, { force: true })
    else await sleep(50)
  }
  const stopRenewing = keepFresh(path)
  try {
    return await start()
  } finally {
    stopRenewing()
    await rm(path, { force: true })
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new UnusableFolder(dataDir, error)
  }
}

function keepFresh(path: string): () => void {
  const began = Date.now()
  const renewing = setInterval(() => {
    const now = new Date()
    if (+now - began > longestStart) return clearInterval(renewing)
    // A lock that cannot be renewed becomes stale.
    utimes(path, now, now).catch(() => clearInterval(renewing))
  }, renewedEvery)
  return () => clearInterval(renewing)
}

async function tryAcquire(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid} ${await pidNamespace()}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

async function isStale(path: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    if (Date.now() - mtimeMs > staleAfter) return true
    // Empty between creation and the first write.
    const [pid, namespace] = text.split(' ')
    return Boolean(pid) && namespace === (await pidNamespace()) && !isAlive(Number(pid))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

/** Process ids are comparable only within one PID namespace, so not between containers. */
function pidNamespace(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => 'all')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !isErrno(error, 'ESRCH')
  }
}
