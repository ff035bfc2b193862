// Deletes rows past their retention period, every 15 minutes, on one server at a time.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from './db/connection.ts'
import type { Metrics } from './metrics.ts'

type RetentionDeps = { db: Database; log: FastifyBaseLogger; metrics: Pick<Metrics, 'retentionSucceeded'> }

/** Each age is a promise to members: docs/privacy.md states it. */
export const retentionRules: [table: string, condition: string][] = [
  ['sessions', 'expires_at < now()'],
  ['google_journeys', 'expires_at < now()'],
  ['waiting_identities', 'expires_at < now()'],
  ['spotify_journeys', 'expires_at < now()'],
  ['spotify_connections', `created_at < now() - interval '183 days'`],
  ['turns', 'until < now()'],
  // 24 hours: the limits on messages count rows of the last day.
  ['phone_codes', `coalesce(sent_at, created_at) < now() - interval '24 hours'`],
  ['code_requests', `requested_at < now() - interval '24 hours'`],
  ['invitation_messages', `requested_at < now() - interval '24 hours'`],
  // Feeds show a deleted entry as cancelled for 30 days.
  ['events', `deleted_at < now() - interval '30 days'`],
  ['unavailabilities', `deleted_at < now() - interval '30 days'`],
  ['invitations', `expires_at < now() - interval '30 days'`],
  // Placeholders that were never claimed hold a name and an address. An invitation lasts a week.
  ['memberships', `status = 'invited' and created_at < now() - interval '90 days'`],
  ['activity', `at < now() - interval '12 months'`],
  ['activity_names', `kept_at < now() - interval '12 months'`],
  ['known_browsers', `signed_in_at < now() - interval '90 days'`],
  ['phone_failures', `updated_at < now() - interval '90 days' and coalesce(locked_until, now()) <= now()`],
  ['idempotency_keys', `created_at < now() - interval '24 hours'`],
]

/** Once a day, because the conditions read whole tables. */
export const dailyRetentionRules: [table: string, condition: string][] = [
  // Storing a picture again resets created_at, so a picture about to be used is not deleted.
  [
    'images',
    `created_at < now() - interval '24 hours' and not exists (
      select from (
        select avatar_url from users union all select avatar_url from memberships
        union all select avatar_url from bands union all select profile_image from bands
      ) used where used.avatar_url = '/images/' || images.id || '.webp')`,
  ],
]

const firstAfterMs = 60_000
const everyMs = 15 * 60_000
const batchSize = 1000
// Arbitrary, and used for no other advisory lock.
export const retentionLock = 7_214_634

/** Runs until the returned function is called, which waits for a purge in progress. */
export function startRetention({ db, log, metrics }: RetentionDeps): () => Promise<void> {
  const stopping = new AbortController()
  let purging: Promise<unknown> = Promise.resolve()
  const begin = () => {
    purging = purgeExpired({ db, log, metrics }, stopping.signal).catch((err: unknown) =>
      log.warn({ err }, 'Retention run failed'),
    )
  }
  const first = setTimeout(begin, firstAfterMs).unref()
  const every = setInterval(begin, everyMs).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(every)
    stopping.abort()
    await purging
  }
}

/**
 * One pass over all tables; false while another server holds the lock. A table that fails is logged, the others are still
 * purged, and the time of the last success stays as it was.
 */
export function purgeExpired(
  { db, log, metrics }: RetentionDeps,
  stopping = new AbortController().signal,
): Promise<boolean> {
  return db.withConnection(async (connection) => {
    const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${retentionLock}) as taken`
    if (!row?.taken) return false
    try {
      let failed = await purgeAll(retentionRules)
      if (await claimDailyRun(connection)) failed += await purgeAll(dailyRetentionRules)
      if (failed === 0) metrics.retentionSucceeded()
      return true
    } finally {
      await connection`select pg_advisory_unlock(${retentionLock})`
    }

    /** Returns the number of tables that failed. */
    async function purgeAll(tables: typeof retentionRules): Promise<number> {
      let failed = 0
      for (const [table, condition] of tables) {
        try {
          await purge(connection, { table, condition, stopping })
        } catch (err) {
          failed += 1
          log.error({ err, table }, 'Rows past their retention were not deleted')
        }
      }
      return failed
    }
  })
}

/** In batches, each its own transaction: one large delete would hit the statement timeout on every run. */
async function purge(
  db: Db,
  { table, condition, stopping }: { table: string; condition: string; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    const deleted = await db.query(`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize}))
      returning 1`)
    if (deleted.length < batchSize) return
  }
}

/** True once a day: the row is a lease, which this module deletes after a day. */
async function claimDailyRun(db: Db): Promise<boolean> {
  const rows = await db`
    insert into turns (name, holder, until) values ('daily sweep', ${randomUUID()}, now() + interval '1 day')
    on conflict (name) do nothing
    returning 1`
  return rows.length === 1
}
