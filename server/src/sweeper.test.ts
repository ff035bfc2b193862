import { expect, test } from 'vitest'
import { aBand } from '#testing/builders.ts'
import { columnsOf } from '#testing/columns.ts'
import { aPortrait } from '#testing/busy-person.ts'
import { outlived, outlivedDaily, sweep } from './sweeper.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()

const unique = 'gen_random_uuid()::text::bytea'

/** SQL for one row with this age: the test inserts one a minute past its retention and one a minute before. */
const rows: Record<string, (userId: string, at: string, bandId: string) => string> = {
  events: (_, at, bandId) =>
    `(band_id, id, type, date, last_day, is_public, is_all_day, deleted_at)
      values ('${bandId}', gen_random_uuid(), 'gig', '2027-01-01', '2027-01-01', true, true, ${at})`,
  unavailabilities: (userId, at) =>
    `(user_id, id, date, last_day, deleted_at)
      values ('${userId}', gen_random_uuid(), '2027-01-01', '2027-01-01', ${at})`,
  invitations: (_, at, bandId) =>
    `(id, kind, token_hash, band_id, max_uses, expires_at)
      values (gen_random_uuid(), 'general', ${unique}, '${bandId}', 1, ${at})`,
  memberships: (_, at, bandId) =>
    `(band_id, id, role, access, status, color, icon, created_at)
      values ('${bandId}', gen_random_uuid(), 'Bass', 'member', 'invited', '#fff', 'music', ${at})`,
  invitation_messages: (_, at) =>
    `(id, invitation_id, channel, recipient, requested_at)
      values (gen_random_uuid(), gen_random_uuid(), 'sms', '+44', ${at})`,
  activity: (userId, at, bandId) =>
    `(band_id, id, user_id, verb, at) values ('${bandId}', gen_random_uuid(), '${userId}', 'joined', ${at})`,
  turns: (_, at) => `(name, holder, until) values (gen_random_uuid(), gen_random_uuid(), ${at})`,
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

/** Tables without a retention period: when their rows are deleted. */
const otherwise: Record<string, string> = {
  users: 'until their person erases the account',
  identities: 'with the account',
  bands: 'with its last member',
  image_uploads: 'with picture or account',
  songs: 'by the band, or with it',
  song_readiness: 'with song or membership',
  song_vetos: 'with song or membership',
  migrations: 'nothing about anybody',
}

test('every table has a retention rule or is listed with the event that deletes its rows', async () => {
  const tables = (await columnsOf(world())).filter(({ schema }) => schema === 'public').map(({ table }) => table)
  const swept = [...outlived, ...outlivedDaily].map(([table]) => table)
  expect([...new Set(tables)].sort()).toEqual([...new Set([...swept, ...Object.keys(otherwise)])].sort())
  const tested = new Set([...Object.keys(rows), 'activity_names', 'images'])
  expect(swept.filter((table) => !tested.has(table))).toEqual([])
})

test.each([
  ['events', '30 days'],
  ['unavailabilities', '30 days'],
  ['invitations', '30 days'],
  ['memberships', '90 days'],
  ['invitation_messages', '24 hours'],
  ['activity', '12 months'],
  ['turns', '0'],
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
])('rows of %s are purged after %s', async (table, age) => {
  const { db } = world().deps
  const owner = await world().person()
  const { id: bandId } = await aBand(owner)
  await db`update turns set until = now() + interval '1 day'`
  await db.query(`delete from ${table}`)
  for (const minute of ['-1', '+1']) {
    const at = `now() - interval '${age}' ${minute} * interval '1 minute'`
    await db.query(`insert into ${table} ${rows[table]?.(owner.user.id, at, bandId)}`)
  }
  expect(await sweep(world().deps)).toBe(true)
  // The sweep itself inserts a row for the daily rules.
  const besides = table === 'turns' ? `where name <> 'daily sweep'` : ''
  expect(await db.query(`select from ${table} ${besides}`)).toHaveLength(1)
})

test('the name of a removed member is purged after 12 months', async () => {
  const { db } = world().deps
  for (const at of ['12 months 1 minute', '11 months']) {
    const owner = await world().person()
    const { id } = await aBand(owner)
    await db`insert into activity_names (band_id, user_id, name, kept_at)
      values (${id}, ${owner.user.id}, ${at}, now() - ${at}::interval)`
  }
  await sweep(world().deps)
  expect(await db`select name from activity_names`).toEqual([{ name: '11 months' }])
})

test('an unused picture is purged by the daily sweep 24 hours after its last upload', async () => {
  const { db } = world().deps
  const names = { firstName: 'A', lastName: 'B', displayName: 'C' }
  const dee = await world().person()
  const kept = await aPortrait()
  const wear = async (avatarUrl: string) => (await dee.put('/api/me', { ...names, avatarUrl })).body.user.avatarUrl
  const status = async (address: string) => (await dee.get(address)).status
  const first = await wear(await aPortrait())
  const second = await wear(kept)
  const sweepNextDay = async () => {
    await db`update turns set until = now() - interval '1 minute'`
    await sweep(world().deps)
  }
  await sweepNextDay()
  expect([await status(first), await status(second)]).toEqual([200, 200])

  await db`update images set created_at = now() - interval '25 hours'`
  await sweep(world().deps)
  expect(await status(first)).toBe(200)
  await sweepNextDay()
  expect([await status(first), await status(second)]).toEqual([404, 200])

  // An unused picture that was uploaded again a moment ago stays.
  await wear(await aPortrait())
  await db`update images set created_at = now() - interval '25 hours'`
  const again = await wear(kept)
  expect(again).toBe(second)
  await dee.put('/api/me', { ...names, avatarUrl: null })
  await sweepNextDay()
  expect(await status(again)).toBe(200)
})

test('a code sent within 24 hours and the lock of a phone number are not purged', async () => {
  const { db } = world().deps
  await db`delete from phone_codes`
  await db`insert into phone_codes (id, phone, flow_hash, created_at, sent_at, expires_at)
    values (gen_random_uuid(), '+44', '', now() - interval '1445 minutes', now() - interval '1435 minutes', now())`
  await db`delete from phone_failures`
  await db`insert into phone_failures (phone, failures, updated_at, locked_until)
    values ('+44', 20, now() - interval '91 days', now() + interval '1 hour')`
  await sweep(world().deps)
  expect(await db`select from phone_codes`).toHaveLength(1)
  expect(await db`select from phone_failures`).toHaveLength(1)
})

test('a sweep does nothing while another one holds the advisory lock', async () => {
  const { db } = world().deps
  const swept = await db.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(7214634)`
    return sweep(world().deps)
  })
  expect(swept).toBe(false)
})

test('2,500 expired rows are purged by one sweep, and a younger row stays', async () => {
  const { db } = world().deps
  await db`delete from code_requests`
  await db`insert into code_requests (id, phone, address, requested_at)
    select gen_random_uuid(), '+44', 'a', now() - interval '2 days' from generate_series(1, 2500)`
  await db`insert into code_requests (id, phone, address, requested_at) values (gen_random_uuid(), '+44', 'a', now())`
  await sweep(world().deps)
  expect(await db`select from code_requests`).toHaveLength(1)
})

test('a table that cannot be purged does not stop the sweep of others and does not update the last-success metric', async () => {
  const { db, metrics } = world().deps
  const lastSuccess = async () =>
    Number(/^gaffer_retention_last_success_timestamp_seconds (\S+)$/m.exec((await metrics.read()).text)?.[1])
  await sweep(world().deps)
  const before = await lastSuccess()
  await db`insert into code_requests (id, phone, address, requested_at)
    values (gen_random_uuid(), '+44', 'a', now() - interval '2 days')`
  await db`alter table sessions rename to sessions_away`
  await sweep(world().deps)
  await db`alter table sessions_away rename to sessions`
  expect(await lastSuccess()).toBe(before)
  expect(await db`select from code_requests where requested_at < now() - interval '1 day'`).toEqual([])
  await sweep(world().deps)
  expect(await lastSuccess()).toBeGreaterThan(before)
})
