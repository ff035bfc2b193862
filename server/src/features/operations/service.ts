// Whether this server can do its work, and what there is to see of it.

import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Database } from '#platform/db/connection.ts'
import { databaseUnavailable, isDiskFull } from '#platform/db/errors.ts'
import { isMigrated } from '#platform/db/migrate.ts'
import type { Deps } from '#deps.ts'
import type { DatabaseState } from '#platform/metrics.ts'
import { readDatabaseState, tryWriting } from './store.ts'

const patienceMs = 1500
const writeAgainMs = 5000

export async function checkReadiness({ db, ending, log }: Deps): Promise<{ status: 'ready' }> {
  if (ending.aborted || !(await isMigratedNow(db))) throw databaseUnavailable()
  try {
    await canWriteLately(db)
  } catch (err) {
    log.error({ err }, 'not ready: the database cannot be written to')
    if (!isDiskFull(err)) throw err
    throw new Refusal('unavailable', messages.diskFull, { retryAfterSeconds: Math.ceil(writeAgainMs / 1000) })
  }
  return { status: 'ready' }
}

/** Nobody counts these requests, so all that come at once get one answer of the database; but none waits for a stuck one. */
const isMigratedNow = shareAnswer(isMigrated, patienceMs, 0)
/** Once in a while is often enough for what costs the disk something. */
const canWriteLately = shareAnswer(tryWriting, patienceMs, writeAgainMs)

/** All who ask until `keptMs` after an answer get the same one. Nobody waits for a question older than `longestMs`. */
function shareAnswer<T>(ask: (db: Database) => Promise<T>, longestMs: number, keptMs: number) {
  const asked = new WeakMap<Database, Promise<T>>()
  return (db: Database): Promise<T> => {
    const begun = asked.get(db)
    if (begun) return begun
    const answer = ask(db)
    const forget = () => {
      if (asked.get(db) === answer) asked.delete(db)
    }
    const stuck = setTimeout(forget, longestMs).unref()
    const forgetSoon = () => {
      clearTimeout(stuck)
      if (keptMs === 0) forget()
      else setTimeout(forget, keptMs).unref()
    }
    answer.then(forgetSoon, forgetSoon)
    asked.set(db, answer)
    return answer
  }
}

/** While the database is away, what this process knows is still worth collecting. */
export async function readMetrics({ metrics, db, config, log }: Deps): Promise<{ contentType: string; text: string }> {
  const gaveUp = new AbortController()
  const late = sleep(patienceMs, null, { signal: gaveUp.signal }).catch(() => null)
  const asked = stateOf(db).catch((err: unknown) => {
    log.warn({ err }, 'metrics without the database')
    return null
  })
  const state = await Promise.race([asked, late])
  gaveUp.abort()
  metrics.noteDatabase(state, config.databaseUrl ? null : await freeBytes(config.dataDir))
  return metrics.read()
}

async function stateOf(db: Database): Promise<DatabaseState> {
  const began = performance.now()
  const state = await readDatabaseState(db)
  return { ...state, answeredAfter: (performance.now() - began) / 1000 }
}

/** Null where the folder cannot be looked at; the database has its own in that case. */
async function freeBytes(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
}
