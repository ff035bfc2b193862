// Deletes what has outlived its use, a few times an hour, on one server at a time.

import { randomUUID } from 'node:crypto'
import { inTransaction, type Database, type Db } from '#db/connection.ts'
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
// Any number that nothing else in the database locks.
export const sweepLock = 7_214_634

/** Sweeps until the returned function is called, which waits for a sweep under way. */
export function startSweeping({ db, log }: Pick<Deps, 'db' | 'log'>): () => Promise<void> {
  let sweeping: Promise<unknown> = Promise.resolve()
  const begin = () => {
    sweeping = sweep(db).catch((err: unknown) => log.warn({ err }, 'sweep failed'))
  }
  const first = setTimeout(begin, firstAfterMs).unref()
  const every = setInterval(begin, everyMs).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(every)
    await sweeping
  }
}

/** One sweep; false when another server is at it. */
export function sweep(db: Database): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await takeTurn(tx))) return false
    for (const [table, condition] of outlived) await tx.query(`delete from ${table} where ${condition}`)
    if (!(await takeDay(tx))) return true
    for (const [table, condition] of outlivedDaily) await tx.query(`delete from ${table} where ${condition}`)
    return true
  })
}

/** Once a day; the row that says so is among what a sweep deletes when its time is over. */
async function takeDay(tx: Db): Promise<boolean> {
  const rows = await tx`
    insert into turns (name, holder, until) values ('daily sweep', ${randomUUID()}, now() + interval '1 day')
    on conflict (name) do nothing
    returning 1`
  return rows.length === 1
}

async function takeTurn(tx: Db): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${sweepLock}) as taken`
  return row?.taken ?? false
}
