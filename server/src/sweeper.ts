// Deletes what has outlived its use, a few times an hour, on one server at a time.

import { inTransaction, type Database, type Db } from '#db/connection.ts'
import type { Deps } from '#deps.ts'

/** What is deleted when. Each age is a promise to members about how long we keep something. */
const outlived: [table: string, condition: string][] = [
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
  ['activity', `at < now() - interval '12 months'`],
  ['activity_names', `kept_at < now() - interval '12 months'`],
  ['known_browsers', `signed_in_at < now() - interval '90 days'`],
  ['phone_failures', `updated_at < now() - interval '90 days' and coalesce(locked_until, now()) <= now()`],
  ['idempotency_keys', `created_at < now() - interval '24 hours'`],
]

const firstAfterMs = 60_000
const everyMs = 15 * 60_000
// Any number that nothing else in the database locks.
const lock = 7_214_634

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
    for (const [table, condition] of outlived) await tx.unsafe(`delete from ${table} where ${condition}`)
    return true
  })
}

async function takeTurn(tx: Db): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${lock}) as taken`
  return row?.taken ?? false
}
