// One start at a time on a data folder: from an empty folder to an answering PostgreSQL there are steps that two must not
// take at once. Knows nothing of those steps.

import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno, UnusableFolder } from './errors.ts'

/** A start that takes longer is given up as hung, or its number belongs to another process by now. */
const longestStart = 60_000

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
  try {
    return await start()
  } finally {
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

async function hangOut(sign: string): Promise<boolean> {
  try {
    await writeFile(sign, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

async function isStale(sign: string): Promise<boolean> {
  try {
    const [pid, { mtimeMs }] = await Promise.all([readFile(sign, 'utf8'), stat(sign)])
    // Empty for the moment between being made and being written.
    return Date.now() - mtimeMs > longestStart || (pid !== '' && !isStarting(Number(pid), mtimeMs))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

function isStarting(pid: number, since: number): boolean {
  // In a container each life has the same number: what is older than this process was left by an earlier one.
  return isAlive(pid) && !(pid === process.pid && since < performance.timeOrigin)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !isErrno(error, 'ESRCH')
  }
}
