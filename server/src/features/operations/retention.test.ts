// Long because it is one table: the age at which the rows of each table are deleted.

import { expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { createTestBand, createTestGig, createTestSong, joinBand } from '#testing/builders.ts'
import { createTestUpload } from '#testing/files.ts'
import { listAllColumns } from '#testing/columns.ts'
import { ago, fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { dailyRetentionRules, retentionRules } from './retention-store.ts'
import { purgeExpired } from './retention.ts'

const server = useTestServer()

const unique = 'gen_random_uuid()::text::bytea'

/** SQL of a row whose retention period begins at `at`, per table. */
const rows: Record<string, (userId: string, at: string, bandId: string) => string> = {
  events: (_, at, bandId) =>
    `(band_id, id, type, date, last_day, is_public, is_all_day, created_at, updated_at, deleted_at)
      values ('${bandId}', gen_random_uuid(), 'gig', '2027-01-01', '2027-01-01', true, true, ${at}, ${at}, ${at})`,
  unavailabilities: (userId, at) =>
    `(user_id, id, date, last_day, created_at, updated_at, deleted_at)
      values ('${userId}', gen_random_uuid(), '2027-01-01', '2027-01-01', ${at}, ${at}, ${at})`,
  songs: (_, at, bandId) =>
    `(band_id, id, title, artist, created_at, deleted_at)
      values ('${bandId}', gen_random_uuid(), 'One', 'Two', ${at}, ${at})`,
  charts: (_, at, bandId) =>
    `(band_id, id, song_id, name, created_at, updated_at, deleted_at)
      select '${bandId}', gen_random_uuid(), id, 'Bass', ${at}, ${at}, ${at} from songs where band_id = '${bandId}'`,
  recordings: (_, at, bandId) =>
    `(band_id, id, file_id, name, bytes, recorded_at, created_at, updated_at, deleted_at)
      select '${bandId}', gen_random_uuid(), id, 'Take 3', 1, ${at}, ${at}, ${at}, ${at} from files
        where band_id = '${bandId}' and id not in (select file_id from recordings) limit 1`,
  unconfirmed_enquiries: (_, at, bandId) =>
    `(band_id, id, sealed, created_at) values ('${bandId}', gen_random_uuid(), 'x', ${at})`,
  enquiries: (_, at, bandId) =>
    `(band_id, id, name, reply_to, occasion, dates, text, status, received_at, updated_at)
      values ('${bandId}', gen_random_uuid(), 'Bea', 'bea@example.org', 'Wedding', '{}', 'Hello', 'new', ${at}, ${at})`,
  public_slugs: (_, at, bandId) => `(slug, band_id, ended_at) values (gen_random_uuid()::text, '${bandId}', ${at})`,
  setlists: (_, at, bandId) =>
    `(band_id, id, name, created_at, updated_at, deleted_at)
      values ('${bandId}', gen_random_uuid(), 'Set', ${at}, ${at}, ${at})`,
  invitations: (_, at, bandId) =>
    `(id, kind, token_hash, band_id, max_uses, created_at, expires_at)
      values (gen_random_uuid(), 'general', ${unique}, '${bandId}', 1, ${at}, ${at})`,
  memberships: (_, at, bandId) =>
    `(band_id, id, role, access, status, color, icon, created_at)
      values ('${bandId}', gen_random_uuid(), 'Bass', 'member', 'invited', '#fff', 'music', ${at})`,
  outgoing_messages: (_, at) =>
    `(id, way, purpose, recipient, is_requested, created_at, due_at, outcome, finished_at)
      values (gen_random_uuid(), 'text', 'sign-in code', '+44', true, ${at}, ${at}, 'sent', ${at})`,
  activity: (userId, at, bandId) =>
    `(band_id, id, user_id, verb, at) values ('${bandId}', gen_random_uuid(), '${userId}', 'joined', ${at})`,
  leases: (_, at) => `(name, holder, expires_at) values (gen_random_uuid(), gen_random_uuid(), ${at})`,
  sessions: (userId, at) =>
    `(id, token_hash, user_id, created_at, last_seen_at, expires_at)
      values (gen_random_uuid(), ${unique}, '${userId}', ${at}, ${at}, ${at})`,
  pending_identities: (_, at) => `(secret_hash, issuer, subject, expires_at) values (${unique}, 'i', 's', ${at})`,
  oauth_states: (_, at) => `(secret_hash, provider, expires_at) values (${unique}, 'google', ${at})`,
  spotify_connections: (userId, at) =>
    `(id, user_id, handle_hash, key_id, sealed_tokens, expires_at, created_at)
      values (gen_random_uuid(), '${userId}', ${unique}, 'k', '', ${at}, ${at})`,
  phone_codes: (_, at) =>
    `(id, phone, flow_hash, created_at, expires_at) values (gen_random_uuid(), '+44', '', ${at}, ${at})`,
  notices: (userId, at) =>
    `(user_id, id, cause_id, kind, title, body, url, created_at)
      values ('${userId}', gen_random_uuid(), gen_random_uuid(), 'calendar.failing', '', '', '', ${at})`,
  notice_email_codes: (userId, at) =>
    `(id, user_id, email, requested_at, expires_at) values (gen_random_uuid(), '${userId}', 'a@b.example', ${at}, ${at})`,
  known_browsers: (userId, at) => `(browser_hash, user_id, signed_in_at) values (${unique}, '${userId}', ${at})`,
  phone_failures: (_, at) => `(phone, failures, updated_at) values (gen_random_uuid(), 1, ${at})`,
  files: (_, at, bandId) =>
    `(band_id, id, purpose, name, bytes, created_at, expires_at)
      values ('${bandId}', gen_random_uuid(), 'chart', 'Dakota.pdf', 1, ${at}, ${at})`,
  zip_uploads: (userId, at) =>
    `(user_id, id, name, bytes, created_at, expires_at)
      values ('${userId}', gen_random_uuid(), 'Foxes.zip', 1, ${at}, ${at})`,
  band_imports: (userId, at) =>
    `(user_id, id, upload_id, state, created_at)
      values ('${userId}', gen_random_uuid(), gen_random_uuid(), 'failed', ${at})`,
  reports: (userId, at, bandId) =>
    `(band_id, id, kind, subject_id, user_id, reason, reported_at)
      values ('${bandId}', gen_random_uuid(), 'note', gen_random_uuid(), '${userId}', 'Rude', ${at})`,
  idempotency_keys: (userId, at) =>
    `(user_id, key, request_hash, expires_at) values ('${userId}', gen_random_uuid(), '', ${at})`,
}

const ages = [
  ['events', '30 days', 'deletion'],
  ['unavailabilities', '30 days', 'deletion'],
  ['songs', '30 days', 'deletion'],
  ['charts', '30 days', 'deletion'],
  ['setlists', '30 days', 'deletion'],
  ['unconfirmed_enquiries', '48 hours', 'the form'],
  ['enquiries', '12 months', 'the last change'],
  ['public_slugs', '90 days', 'the change of the address'],
  ['invitations', '30 days', 'expiry'],
  ['memberships', '90 days', 'an unanswered invitation'],
  ['outgoing_messages', '24 hours', 'sending'],
  ['activity', '12 months', 'the action'],
  ['leases', '0 days', 'expiry'],
  ['sessions', '0 days', 'expiry'],
  ['oauth_states', '0 days', 'expiry'],
  ['pending_identities', '0 days', 'expiry'],
  ['spotify_connections', '183 days', 'creation'],
  ['phone_codes', '24 hours', 'creation'],
  ['notice_email_codes', '24 hours', 'the request'],
  ['notices', '90 days', 'creation'],
  ['known_browsers', '90 days', 'the last sign-in'],
  ['phone_failures', '90 days', 'the last wrong code'],
  ['reports', '12 months', 'the report'],
  ['idempotency_keys', '0 days', 'expiry'],
  ['files', '0 days', 'the expiry of an upload'],
  ['recordings', '30 days', 'deletion'],
  ['zip_uploads', '0 days', 'the expiry of an upload'],
  ['band_imports', '7 days', 'its beginning'],
] as const

/** Tables whose retention rules have tests of their own. */
const testedBelow = [
  'images',
  'lifts',
  'busy_intervals',
  'dep_requests',
  'free_months',
  'pending_notices',
  'upload_days',
  'zip_upload_days',
]

/** Tables without a retention rule: when their rows are deleted. */
const deletedOtherwise: Record<string, string> = {
  users: 'when the user erases the account',
  identities: 'with the account',
  bands: 'with its last member',
  notice_settings: 'with the account',
  push_subscriptions: 'by the user or a push service, or with their session',
  image_uploads: 'with picture or account',
  notice_emails: 'by the user, or with the account',
  busy_calendars: 'by the user, or with the account',
  activity_names: 'with account or band: notes, markup and the history of events show them',
  answers: 'with event or membership',
  event_changes: 'with the event',
  song_readiness: 'with song or membership',
  song_vetos: 'with song or membership',
  chart_versions: 'with the chart, or when five newer ones are stored',
  recording_marks: 'with recording or song',
  recording_consents: 'with the band',
  notes: 'by the writer, admins and owners, or with what they are about',
  note_votes: 'by the member, or with note or membership',
  note_readers: 'with membership, or with what the notes are about',
  chart_markup: 'with the chart; what is not shared with the membership',
  setlist_items: 'with the set list',
  practised_songs: 'with song or event',
  played_lists: 'with the event',
  played_songs: 'with the list',
  gig_sheets: 'with the event, or with the account that booked it',
  gig_sheet_links: 'when revoked, or with the event',
  gig_miles: 'by the member, or with event or account',
  ledger_people: 'with the band; erasure replaces the name',
  ledger_entries: 'with the band: every line is final',
  settlements: 'with the event',
  deps: 'by the band or the dep, or with the band',
  dep_asks: 'with the request or the dep',
  link_keys: 'one row a rotation, without personal data; links that are out need them',
  dep_refusals: 'with the band: the number must not be asked again',
  deleted_files: 'by a job, once the bytes are deleted',
  public_pages: 'with the band',
  migrations: 'never: no personal data',
}

test('every table has a retention rule, or a listed reason why it has none', async () => {
  const tables = (await listAllColumns(server())).filter(({ schema }) => schema === 'public').map(({ table }) => table)
  const ruled = [...retentionRules, ...dailyRetentionRules].map((rule) => rule.table)
  expect([...new Set(tables)].sort()).toEqual([...new Set([...ruled, ...Object.keys(deletedOtherwise)])].sort())
  const tested = new Set([...ages.map(([table]) => table), ...testedBelow])
  expect(ruled.filter((table) => !tested.has(table))).toEqual([])
})

test.each(ages)('rows of %s are deleted %s after %s, and not a minute earlier', async (table, age) => {
  const { db } = server().services
  const owner = await server().createUser()
  const { id: bandId } = await createTestBand(owner)
  await createTestSong(owner, bandId)
  for (const filename of ['Take 1.wav', 'Take 2.wav']) await createTestUpload(owner, bandId, { filename })
  await db.query(`delete from ${table}`)
  for (const minute of ['-1', '+1']) {
    const at = `timestamptz '${testClock.now().toISOString()}' - interval '${age}' ${minute} * interval '1 minute'`
    await db.query(`insert into ${table} ${rows[table]?.(owner.user.id, at, bandId)}`)
  }
  await purgeExpired(server().services)
  expect(await db.query(`select from ${table}`)).toHaveLength(1)
})

test('requests to deps are deleted 12 months after they were made, unless the gig is still ahead', async () => {
  const { db } = server().services
  const owner = await server().createUser()
  const { id } = await createTestBand(owner)
  const gigs = [
    await createTestGig(owner, id, { date: '2020-03-12' }),
    await createTestGig(owner, id, { date: '2099-03-12' }),
  ]
  for (const { id: eventId } of gigs) {
    for (const age of ['12 months 1 minute', '12 months -1 minute']) {
      await db`
        insert into dep_requests (band_id, id, event_id, mode, wait_minutes, instrument, requested_at)
        values (${id}, gen_random_uuid(), ${eventId}, 'all', 240, 'drums', ${testClock.now()}::timestamptz - ${age}::interval)`
    }
  }
  await purgeExpired(server().services)
  const counts = await db<{ date: string; count: number }[]>`
    select e.date, count(*)::int as count from dep_requests r join events e on e.id = r.event_id
    where r.band_id = ${id} group by e.date order by e.date`
  expect(counts.map(({ count }) => count)).toEqual([1, 2])
})

test('retention keeps a note and the name of its writer, who left the band over 12 months ago', async () => {
  const owner = await server().createUser()
  const { id } = await createTestBand(owner)
  const kit = await server().createUser({ firstName: 'Kit' })
  await joinBand(owner, id, kit)
  const about = { kind: 'song', id: (await createTestSong(owner, id)).id }
  await kit.post(`/api/bands/${id}/notes`, { about, text: 'Slower in the bridge' })
  expect((await kit.post(`/api/bands/${id}/leave`)).status).toBe(204)
  await server().services.db`update activity_names set kept_at = ${ago({ days: 400 })} where band_id = ${id}`
  await purgeExpired(server().services)
  const { notes } = (await owner.get(`/api/bands/${id}/notes?about=song:${about.id}`)).body
  expect(notes).toMatchObject([{ text: 'Slower in the bridge', writtenBy: null, displayName: 'Kit' }])
})

test('busy times are deleted from the eighth day after their last day, and not on the seventh', async () => {
  const { db } = server().services
  const owner = await server().createUser()
  const { body } = await owner.post('/api/me/calendars', { url: server().exampleCalendarUrl, name: 'Work' })
  const today = todayInLondon(testClock.now())
  await db`delete from busy_intervals`
  await db`insert into busy_intervals (calendar_id, date, last_day)
    select ${body.id}, ${today}::date - 20, ${today}::date - ago from unnest('{7,8}'::int[]) ago`
  await purgeExpired(server().services)
  expect(await db`select ${today}::date - last_day as ago from busy_intervals`).toEqual([{ ago: 7 }])
})

test('a row of free_months is deleted when its month began 13 months ago, and kept when it began 11 months ago', async () => {
  const { db } = server().services
  const { user } = await server().createUser()
  await db`delete from free_months`
  await db`insert into free_months (user_id, month)
    select ${user.id}, (date_trunc('month', ${testClock.now()}::timestamptz) - months * interval '1 month')::date
    from unnest('{11,13}'::int[]) months`
  await purgeExpired(server().services)
  expect(await db`select month > ${ago({ days: 365 })} as "isYounger" from free_months`).toEqual([{ isYounger: true }])
})

test('rows of pending_notices are deleted 24 hours after they were due, and not a minute earlier', async () => {
  const { db } = server().services
  const { deleteBatch } = retentionRules.find(({ table }) => table === 'pending_notices')!
  // The rows are not committed, so that the settler does not take them: they are due.
  const kept = await db.transaction(async (tx) => {
    await tx`insert into pending_notices (id, cause, subject, actor_ids, facts, began_at, due_at)
      select gen_random_uuid(), 'test', gen_random_uuid(), '{}', '{}', ${testClock.now()},
        ${ago({ hours: 24 })}::timestamptz + minute * interval '1 minute'
      from unnest('{-1,1}'::int[]) minute`
    await deleteBatch(tx, {})
    return tx`delete from pending_notices where cause = 'test' returning due_at > ${ago({ hours: 24 })} as "isYounger"`
  })
  expect(kept).toEqual([{ isYounger: true }])
})

test('retention keeps a member who joined two years ago, and deletes texts to deps that have waited for 60 days, and not a minute earlier', async () => {
  const { db } = server().services
  const owner = await server().createUser()
  const { id: bandId, membership } = await createTestBand(owner)
  await db`update memberships set created_at = ${ago({ days: 730 })}`
  await db`delete from outgoing_messages`
  // Texts that were requested, and texts that follow a change.
  for (const isRequested of [true, false]) {
    for (const minutes of [-1, 1]) {
      const at = ago({ days: 60, minutes })
      await db`
        insert into outgoing_messages (
          id, way, purpose, band_id, event_id, recipient, is_requested, created_at, counted_at, due_at)
        values (gen_random_uuid(), 'text', 'dep text', ${bandId}, gen_random_uuid(), '+44', ${isRequested}, ${at},
          ${isRequested ? at : null}, ${isRequested ? null : at})`
    }
  }
  await purgeExpired(server().services)
  expect(await db`select from memberships where id = ${membership.id}`).toHaveLength(1)
  expect(await db`select from outgoing_messages`).toHaveLength(2)
})

test('retention deletes a text to a dep that was never due once the gig is over, and keeps such a text for a coming gig', async () => {
  const { db } = server().services
  const owner = await server().createUser()
  const { id: bandId } = await createTestBand(owner)
  const [coming, past] = [
    await createTestGig(owner, bandId),
    await createTestGig(owner, bandId, { date: '2026-01-09' }),
  ]
  await db`delete from outgoing_messages`
  for (const { id } of [coming, past]) {
    await db`insert into outgoing_messages (id, way, purpose, band_id, event_id, recipient, is_requested, created_at)
      values (gen_random_uuid(), 'text', 'dep text', ${bandId}, ${id}, '+44', false, ${testClock.now()}::timestamptz)`
  }
  await purgeExpired(server().services)
  expect(await db`select event_id as id from outgoing_messages`).toEqual([{ id: coming.id }])
})

test('retention deletes lifts from the eighth day after their gig, and keeps the lifts of later gigs', async () => {
  const { db } = server().services
  const owner = await server().createUser()
  const { id: bandId, membership } = await createTestBand(owner)
  const today = todayInLondon(testClock.now())
  for (const days of [7, 8]) {
    const { id } = await createTestGig(owner, bandId, { date: addDays(today, -days), title: `${days} days ago` })
    await db`insert into lifts (band_id, event_id, membership_id, mode, since)
      values (${bandId}, ${id}, ${membership.id}, 'own', ${testClock.now()}::timestamptz - interval '10 days')`
  }
  await purgeExpired(server().services)
  const kept = await db`
    select e.title from lifts l join events e on e.id = l.event_id where l.band_id = ${bandId}`
  expect(kept).toEqual([{ title: '7 days ago' }])
})

test('retention keeps a sign-in code that was sent within 24 hours and a phone lock that has not expired', async () => {
  const { db } = server().services
  await db`delete from outgoing_messages`
  await db`
    insert into outgoing_messages (id, way, purpose, recipient, is_requested, created_at, due_at, outcome, finished_at)
    values (gen_random_uuid(), 'text', 'sign-in code', '+44', true, ${ago({ minutes: 1445 })}, ${ago({ minutes: 1445 })},
      'sent', ${ago({ minutes: 1435 })})`
  await db`delete from phone_failures`
  await db`insert into phone_failures (phone, failures, updated_at, locked_until)
    values ('+44', 20, ${ago({ days: 91 })}, ${fromNow({ hours: 1 })})`
  await purgeExpired(server().services)
  expect(await db`select from outgoing_messages`).toHaveLength(1)
  expect(await db`select from phone_failures`).toHaveLength(1)
})

test('one retention run deletes 2,500 rows past their retention period, which is more than one batch, and keeps a younger row', async () => {
  const { db } = server().services
  await db`delete from phone_codes`
  await db`insert into phone_codes (id, phone, flow_hash, created_at, expires_at)
    select gen_random_uuid(), '+44', '', ${ago({ days: 2 })}, ${testClock.now()}::timestamptz from generate_series(1, 2500)`
  await db`insert into phone_codes (id, phone, flow_hash, created_at, expires_at)
    values (gen_random_uuid(), '+44', '', ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz)`
  await purgeExpired(server().services)
  expect(await db`select from phone_codes`).toHaveLength(1)
})

test('when retention fails for one table, the other tables are purged and the metric of the last success stays unchanged', async () => {
  const { db, metrics } = server().services
  const lastSuccess = async () =>
    Number(/^gaffer_retention_last_success_timestamp_seconds (\S+)$/m.exec((await metrics.read()).text)?.[1])
  await purgeExpired(server().services)
  const before = await lastSuccess()
  await db`insert into phone_codes (id, phone, flow_hash, created_at, expires_at)
    values (gen_random_uuid(), '+44', '', ${ago({ days: 2 })}, ${testClock.now()}::timestamptz)`
  await db`alter table sessions rename to sessions_away`
  await expect(purgeExpired(server().services)).rejects.toThrow('were not deleted: sessions')
  await db`alter table sessions_away rename to sessions`
  expect(await lastSuccess()).toBe(before)
  expect(await db`select from phone_codes where created_at < ${ago({ days: 1 })}`).toEqual([])
  await purgeExpired(server().services)
  expect(await lastSuccess()).toBeGreaterThan(before)
})
