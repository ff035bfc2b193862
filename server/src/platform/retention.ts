// Deletes rows past their retention period.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { DatabasePool, Db } from '#platform/db/connection.ts'
import { releaseLease, tryAcquireLease } from '#platform/db/leases.ts'
import type { Metrics } from './metrics.ts'

type RetentionServices = { db: DatabasePool; log: FastifyBaseLogger; metrics: Pick<Metrics, 'recordRetentionSuccess'> }

/** docs/privacy.md states each age to members. */
export const retentionRules: [table: string, condition: string][] = [
  ['sessions', 'expires_at < now()'],
  ['pending_identities', 'expires_at < now()'],
  ['oauth_states', 'expires_at < now()'],
  ['spotify_connections', `created_at < now() - interval '183 days'`],
  ['leases', 'expires_at < now()'],
  ['phone_codes', `created_at < now() - interval '24 hours'`],
  ['notice_email_codes', `requested_at < now() - interval '24 hours'`],
  // 24 hours: the budgets of messages count those of the last day. A text to a dep may wait for its turn for some weeks.
  [
    'outgoing_messages',
    `finished_at < now() - interval '24 hours'
      or (finished_at is null and due_at < now() - interval '60 days')
      or (finished_at is null and due_at is null and (created_at < now() - interval '60 days'
        or ((counted_at is null or band_id is null) and not exists (
          select from events e where e.band_id = outgoing_messages.band_id and e.id = outgoing_messages.event_id
            and e.last_day >= current_date))))`,
  ],
  // Feeds show a deleted entry as cancelled for 30 days.
  ['events', `deleted_at < now() - interval '30 days'`],
  ['unavailabilities', `deleted_at < now() - interval '30 days'`],
  ['songs', `deleted_at < now() - interval '30 days'`],
  ['setlists', `deleted_at < now() - interval '30 days'`],
  // Each reading of a calendar replaces its busy times. Those of a calendar that fails stay.
  ['busy_intervals', `last_day < current_date - 7`],
  ['free_months', `month < now() - interval '12 months'`],
  ['invitations', `expires_at < now() - interval '30 days'`],
  // Placeholders that were never claimed hold a name and an address. An invitation lasts a week.
  ['memberships', `status = 'invited' and created_at < now() - interval '90 days'`],
  // 12 months, and as long as the gig is ahead.
  [
    'dep_requests',
    `requested_at < now() - interval '12 months' and not exists (
      select from events e
      where e.band_id = dep_requests.band_id and e.id = dep_requests.event_id and e.last_day >= current_date)`,
  ],
  ['activity', `at < now() - interval '12 months'`],
  ['activity_names', `kept_at < now() - interval '12 months'`],
  ['known_browsers', `signed_in_at < now() - interval '90 days'`],
  ['phone_failures', `updated_at < now() - interval '90 days' and coalesce(locked_until, now()) <= now()`],
  ['notices', `created_at < now() - interval '90 days'`],
  // A cause becomes notices within minutes, and new songs become a digest within a day.
  ['pending_notices', `due_at < now() - interval '24 hours'`],
  ['idempotency_keys', `created_at < now() - interval '24 hours'`],
]

/** Applied once a day, because their conditions scan whole tables. */
export const dailyRetentionRules: [table: string, condition: string][] = [
  // Storing a picture again resets created_at: the pictures of uploads in progress are younger than 24 hours.
  [
    'images',
    `created_at < now() - interval '24 hours' and not exists (
      select from (
        select avatar_url from users union all select avatar_url from memberships
        union all select avatar_url from bands union all select profile_image from bands
      ) used where used.avatar_url = '/images/' || images.id || '.webp')`,
  ],
]

const firstRunAfterMs = 60_000
const intervalMs = 15 * 60_000
/** An event takes about a millisecond, because its answers, notices and sheets are deleted or changed with it. */
const batchSize = 100
// Arbitrary, and used for no other advisory lock.
export const retentionLockKey = 7_214_634
/** Name of the lease for the daily rules. */
export const dailyRetentionLeaseName = 'daily retention'

/** Purges every 15 minutes until the returned function is called, which waits for a purge in progress. */
export function startRetention({ db, log, metrics }: RetentionServices): () => Promise<void> {
  const stopping = new AbortController()
  let current: Promise<unknown> = Promise.resolve()
  const run = () => {
    current = purgeExpired({ db, log, metrics }, stopping.signal).catch((err: unknown) =>
      log.warn({ err }, 'Retention run failed'),
    )
  }
  const firstRun = setTimeout(run, firstRunAfterMs).unref()
  const interval = setInterval(run, intervalMs).unref()
  return async () => {
    clearTimeout(firstRun)
    clearInterval(interval)
    stopping.abort()
    await current
  }
}

/**
 * Applies all rules once; returns false while another server holds the lock. If the rule of one table fails, the
 * other rules still run, but the metric of the last success stays unchanged.
 */
export function purgeExpired(
  { db, log, metrics }: RetentionServices,
  stopping = new AbortController().signal,
): Promise<boolean> {
  return db.withConnection(async (connection) => {
    const [row] = await connection<
      { acquired: boolean }[]
    >`select pg_try_advisory_lock(${retentionLockKey}) as acquired`
    if (!row?.acquired) return false
    try {
      let failed = await purgeAll(retentionRules)
      const dailyRun = randomUUID()
      if (await tryAcquireLease(connection, dailyRetentionLeaseName, dailyRun, 24 * 60 * 60)) {
        const failedDaily = await purgeAll(dailyRetentionRules)
        failed += failedDaily
        // Otherwise the lease expires a day later. Without it the next run repeats the daily rules.
        if (failedDaily > 0) await releaseLease(connection, dailyRetentionLeaseName, dailyRun)
      }
      if (failed === 0) metrics.recordRetentionSuccess()
      return true
    } finally {
      await connection`select pg_advisory_unlock(${retentionLockKey})`
    }

    /** Returns the number of tables that failed. */
    async function purgeAll(rules: typeof retentionRules): Promise<number> {
      let failed = 0
      for (const [table, condition] of rules) {
        try {
          await purge(connection, { table, condition, stopping })
        } catch (err) {
          failed += 1
          log.error({ err, table }, 'Rows past their retention period were not deleted')
        }
      }
      return failed
    }
  })
}

/** Deletes in batches: one large delete could exceed the statement timeout on every run, and would hold its locks for long. */
async function purge(
  db: Db,
  { table, condition, stopping }: { table: string; condition: string; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    const deleted = await db.query(deleteBatchSql(table, condition))
    if (deleted.length < batchSize) return
  }
}

/** SQL of one batch. */
export function deleteBatchSql(table: string, condition: string): string {
  return `
    delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize}))
    returning 1`
}
