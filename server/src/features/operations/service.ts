import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { DatabasePool } from '#platform/db/connection.ts'
import { databaseUnavailableError, isDiskFull } from '#platform/db/errors.ts'
import { isMigrated } from '#platform/db/migrate.ts'
import type { Config } from '#config.ts'
import type { Services } from '#services.ts'
import { readNoticeBacklog } from '#features/notices/service.ts'
import type { DatabaseState } from '#platform/metrics.ts'
import { readDatabaseState, tryDatabaseWrite } from './store.ts'

const databaseTimeoutMs = 1500
const testWriteIntervalMs = 5000

export async function checkReadiness({ db, ending, log }: Services): Promise<{ status: 'ready' }> {
  if (ending.aborted || !(await isMigratedNow(db))) throw databaseUnavailableError()
  try {
    await trySharedDatabaseWrite(db)
  } catch (err) {
    log.error(
      { err },
      '/readyz answers 503: the test write to the database failed. Check the disk and whether it is read-only',
    )
    if (!isDiskFull(err)) throw err
    throw new AppError('unavailable', messages.diskFull, { retryAfterSeconds: Math.ceil(testWriteIntervalMs / 1000) })
  }
  return { status: 'ready' }
}

/** Health checks have no rate limit: parallel checks share one query, unless it is older than `databaseTimeoutMs`. */
const isMigratedNow = shareQuery(isMigrated, databaseTimeoutMs, 0)
/** Shares one disk write for `testWriteIntervalMs`. */
const trySharedDatabaseWrite = shareQuery(tryDatabaseWrite, databaseTimeoutMs, testWriteIntervalMs)

/** Caches the result for `ttlMs` and shares a query in progress that is younger than `maxAgeMs`. */
function shareQuery<T>(query: (db: DatabasePool) => Promise<T>, maxAgeMs: number, ttlMs: number) {
  const sharedQueries = new WeakMap<DatabasePool, Promise<T>>()
  return (db: DatabasePool): Promise<T> => {
    const sharedQuery = sharedQueries.get(db)
    if (sharedQuery) return sharedQuery
    const result = query(db)
    const forget = () => {
      if (sharedQueries.get(db) === result) sharedQueries.delete(db)
    }
    const maxAgeTimer = setTimeout(forget, maxAgeMs).unref()
    const forgetAfterTtl = () => {
      clearTimeout(maxAgeTimer)
      if (ttlMs === 0) forget()
      else setTimeout(forget, ttlMs).unref()
    }
    result.then(forgetAfterTtl, forgetAfterTtl)
    sharedQueries.set(db, result)
    return result
  }
}

/** Returns the metrics. If the database fails or does not respond in time, they cover the process alone. */
export async function readMetrics({
  metrics,
  db,
  config,
  log,
}: Services): Promise<{ contentType: string; text: string }> {
  const timeoutAbort = new AbortController()
  const timeout = sleep(databaseTimeoutMs, null, { signal: timeoutAbort.signal }).catch(() => null)
  const pendingState = readDatabaseMetrics(db, config).catch((err: unknown) => {
    log.warn({ err }, 'Metrics lack the database part: its query failed. Check the database connection')
    return null
  })
  const state = await Promise.race([pendingState, timeout])
  timeoutAbort.abort()
  // With DATABASE_URL the data folder may not exist, so that its free bytes are not read.
  metrics.setDatabaseGauges(state, config.databaseUrl ? null : await readFreeBytes(config.dataDir))
  return metrics.read()
}

async function readDatabaseMetrics(db: DatabasePool, config: Config): Promise<DatabaseState> {
  const began = performance.now()
  const state = await readDatabaseState(db, {})
  const responseSeconds = (performance.now() - began) / 1000
  // Due causes of notices are reported as one more queue, so that operators can watch their backlog too.
  const causes = { name: 'pending-notices', ...(await readNoticeBacklog(db, config)) }
  return { ...state, queues: [...state.queues, causes], responseSeconds }
}

/** Returns the free bytes of the disk of the folder; null if the folder cannot be read. */
async function readFreeBytes(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
}
