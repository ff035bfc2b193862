// One start at a time on a data folder: from an empty folder to an answering PostgreSQL there are steps that two must not
// take at once. Knows nothing of those steps.

import { mkdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno, UnusableFolder } from './errors.ts'

/** A start that takes longer is given up as hung. */
const longestStart = 60_000
/** Whoever is starting renews the sign so often; one that was not renewed for so long was left by a start that is gone. */
const renewedEvery = 1_000
const staleAfter = 10_000

/** The file that says that somebody is starting. */
export const turnSign = 'starting'

/** Runs `start` when nobody else is starting there; a starter that was killed is not waited for. */
export async function inTurn<T>(dataDir: string, start: () => Promise<T>): Promise<T> {
  await makeDataDir(dataDir)
  const sign = join(dataDir, turnSign)
  while (!(await hangOut(sign))) {
    if (await isStale(sign)) await rm(sign, { force: true })
    else await sleep(50)
  }
  const stopRenewing = keepFresh(sign)
  try {
    return await start()
  } finally {
    stopRenewing()
    await rm(sign, { force: true })
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new UnusableFolder(dataDir, error)
  }
}

function keepFresh(sign: string): () => void {
  const began = Date.now()
  const renewing = setInterval(() => {
    const now = new Date()
    if (+now - began > longestStart) return clearInterval(renewing)
    // One that cannot be renewed grows stale, and no more comes of it.
    utimes(sign, now, now).catch(() => clearInterval(renewing))
  }, renewedEvery)
  return () => clearInterval(renewing)
}

async function hangOut(sign: string): Promise<boolean> {
  try {
    await writeFile(sign, `${process.pid} ${await numbering()}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

async function isStale(sign: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(sign, 'utf8'), stat(sign)])
    if (Date.now() - mtimeMs > staleAfter) return true
    // Empty for the moment between being made and being written.
    const [pid, whose] = text.split(' ')
    return Boolean(pid) && whose === (await numbering()) && !isAlive(Number(pid))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

/** Numbers of processes mean something only within one container: a live one in another may be nobody here, or ourselves. */
function numbering(): Promise<string> {
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
