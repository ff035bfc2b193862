// What is kept how long, and that what is still needed stays.

import { expect, test } from 'vitest'
import { sweep } from './sweeper.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()

const unique = 'gen_random_uuid()::text::bytea'

/** Two rows a table: one a minute past its time, which goes, and one a minute before, which stays. */
const rows: Record<string, (userId: string, at: string) => string> = {
  sessions: (userId, at) =>
    `(id, token_hash, user_id, expires_at) values (gen_random_uuid(), ${unique}, '${userId}', ${at})`,
  google_journeys: (_, at) => `(secret_hash, expires_at) values (${unique}, ${at})`,
  waiting_identities: (_, at) => `(secret_hash, issuer, subject, expires_at) values (${unique}, 'i', 's', ${at})`,
  spotify_journeys: (userId, at) => `(secret_hash, user_id, expires_at) values (${unique}, '${userId}', ${at})`,
  spotify_connections: (userId, at) =>
    `(id, user_id, handle_hash, key_id, sealed_tokens, expires_at, created_at)
      values (gen_random_uuid(), '${userId}', ${unique}, 'k', '', now(), ${at})`,
  phone_codes: (_, at) =>
    `(id, phone, flow_hash, created_at, expires_at) values (gen_random_uuid(), '+44', '', ${at}, ${at})`,
  code_requests: (_, at) => `(id, phone, address, requested_at) values (gen_random_uuid(), '+44', 'a', ${at})`,
  known_browsers: (userId, at) => `(browser_hash, user_id, signed_in_at) values (${unique}, '${userId}', ${at})`,
  phone_failures: (_, at) => `(phone, failures, updated_at) values (gen_random_uuid(), 1, ${at})`,
  idempotency_keys: (userId, at) =>
    `(user_id, key, request_hash, created_at) values ('${userId}', gen_random_uuid(), '', ${at})`,
}

test.each([
  ['sessions', '0'],
  ['google_journeys', '0'],
  ['waiting_identities', '0'],
  ['spotify_journeys', '0'],
  ['spotify_connections', '183 days'],
  ['phone_codes', '24 hours'],
  ['code_requests', '24 hours'],
  ['known_browsers', '90 days'],
  ['phone_failures', '90 days'],
  ['idempotency_keys', '24 hours'],
])('%s are swept after %s', async (table, age) => {
  const { db } = world().deps
  const { user } = await world().person()
  await db.unsafe(`delete from ${table}`)
  for (const minute of ['-1', '+1']) {
    const at = `now() - interval '${age}' ${minute} * interval '1 minute'`
    await db.unsafe(`insert into ${table} ${rows[table]?.(user.id, at)}`)
  }
  expect(await sweep(db)).toBe(true)
  expect(await db.unsafe(`select from ${table}`)).toHaveLength(1)
})

test('a code that was sent late is kept for the limits, and a locked number stays locked', async () => {
  const { db } = world().deps
  await db`delete from phone_codes`
  await db`insert into phone_codes (id, phone, flow_hash, created_at, sent_at, expires_at)
    values (gen_random_uuid(), '+44', '', now() - interval '1445 minutes', now() - interval '1435 minutes', now())`
  await db`delete from phone_failures`
  await db`insert into phone_failures (phone, failures, updated_at, locked_until)
    values ('+44', 20, now() - interval '91 days', now() + interval '1 hour')`
  await sweep(db)
  expect(await db`select from phone_codes`).toHaveLength(1)
  expect(await db`select from phone_failures`).toHaveLength(1)
})

test('two servers do not sweep at once', async () => {
  const { db } = world().deps
  const answers = await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7214634)`
    return sweep(db)
  })
  expect(answers).toBe(false)
})
