// Whether this server can do its work, and what there is to see of it.

import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#db/connection.ts'
import { databaseUnavailable } from '#db/errors.ts'
import { isMigrated } from '#db/migrate.ts'
import type { Deps } from '#deps.ts'
import type { RawReply } from '#http/serve.ts'
import type { DatabaseState } from '#metrics.ts'
import { readDatabaseState } from './store.ts'

export async function checkReadiness({ db, ending }: Deps): Promise<{ status: 'ready' }> {
  if (ending.aborted || !(await isMigratedNow(db))) throw databaseUnavailable()
  return { status: 'ready' }
}

const asking = new WeakMap<Database, Promise<boolean>>()

/** Nobody counts these requests, so all that come at once get one answer of the database; but none waits for a stuck one. */
function isMigratedNow(db: Database): Promise<boolean> {
  const begun = asking.get(db)
  if (begun) return begun
  const asked = isMigrated(db)
  const forget = () => asking.delete(db)
  asked.then(forget, forget)
  setTimeout(forget, patienceMs).unref()
  asking.set(db, asked)
  return asked
}

/** While the database is away, what this process knows is still worth collecting. */
export async function readMetrics({ metrics, db, config, log }: Deps): Promise<RawReply> {
  const gaveUp = new AbortController()
  const late = sleep(patienceMs, null, { signal: gaveUp.signal }).catch(() => null)
  const asked = stateOf(db).catch((err: unknown) => {
    log.warn({ err }, 'metrics without the database')
    return null
  })
  const state = await Promise.race([asked, late])
  gaveUp.abort()
  metrics.noteDatabase(state, config.databaseUrl ? null : await freeBytes(config.dataDir))
  const { contentType, text } = await metrics.read()
  return { headers: { 'content-type': contentType }, content: text }
}

const patienceMs = 1500

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
