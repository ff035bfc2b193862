// Deletes what has outlived its use, a few times an hour, on one server at a time.

import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connection.ts'
import type { Deps } from '#deps.ts'

/** What is deleted when. Each age is a promise to members about how long we keep something. */
export const outlived: [table: string, condition: string][] = [
  ['sessions', 'expires_at < now()'],
  ['google_journeys', 'expires_at < now()'],
  ['waiting_identities', 'expires_at < now()'],
  ['spotify_journeys', 'expires_at < now()'],
  ['spotify_connections', `created_at < now() - interval '183 days'`],
  ['turns', 'until < now()'],
  // A day for these two, because the limits on messages look back that far.
  ['phone_codes', `coalesce(sent_at, created_at) < now() - interval '24 hours'`],
  ['code_requests', `requested_at < now() - interval '24 hours'`],
  ['invitation_messages', `requested_at < now() - interval '24 hours'`],
  // As long as calendar subscribers are told that it is off.
  ['events', `deleted_at < now() - interval '30 days'`],
  ['unavailabilities', `deleted_at < now() - interval '30 days'`],
  ['invitations', `expires_at < now() - interval '30 days'`],
  // Somebody who never came: their name and address go. An invitation lasts a week.
  ['memberships', `status = 'invited' and created_at < now() - interval '90 days'`],
  ['activity', `at < now() - interval '12 months'`],
  ['activity_names', `kept_at < now() - interval '12 months'`],
  ['known_browsers', `signed_in_at < now() - interval '90 days'`],
  ['phone_failures', `updated_at < now() - interval '90 days' and coalesce(locked_until, now()) <= now()`],
  ['idempotency_keys', `created_at < now() - interval '24 hours'`],
]

/** Looked for once a day, because it takes reading whole tables. */
export const outlivedDaily: [table: string, condition: string][] = [
  // Storing a picture again makes it young again, so one that is being put to use is never taken away.
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
// An arbitrary number that nothing else in the database locks.
export const sweepLock = 7_214_634

/** Sweeps until the returned function is called, which waits for a sweep under way. */
export function startSweeping({ db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>): () => Promise<void> {
  const stopping = new AbortController()
  let sweeping: Promise<unknown> = Promise.resolve()
  const begin = () => {
    sweeping = sweep({ db, log, metrics }, stopping.signal).catch((err: unknown) =>
      log.warn({ err }, 'Retention sweep failed: expired rows stay until the next one'),
    )
  }
  const first = setTimeout(begin, firstAfterMs).unref()
  const every = setInterval(begin, everyMs).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(every)
    stopping.abort()
    await sweeping
  }
}

/**
 * One sweep over all tables; false when another server is at it. A table that fails is logged and does not hold up the others, but
 * the time of the last success stays as it was.
 */
export function sweep(
  { db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>,
  stopping = new AbortController().signal,
): Promise<boolean> {
  return db.withConnection(async (connection) => {
    const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${sweepLock}) as taken`
    if (!row?.taken) return false
    try {
      let failed = await purgeAll(outlived)
      if (await takeDay(connection)) failed += await purgeAll(outlivedDaily)
      if (failed === 0) metrics.retentionSucceeded()
      return true
    } finally {
      await connection`select pg_advisory_unlock(${sweepLock})`
    }

    /** How many tables failed. */
    async function purgeAll(tables: typeof outlived): Promise<number> {
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

/** In batches, each a transaction of its own: one large delete would run into the statement timeout, again at every sweep. */
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

/** Once a day; a sweep deletes the row that says so when the day is over. */
async function takeDay(db: Db): Promise<boolean> {
  const rows = await db`
    insert into turns (name, holder, until) values ('daily sweep', ${randomUUID()}, now() + interval '1 day')
    on conflict (name) do nothing
    returning 1`
  return rows.length === 1
}
