import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { bandFileVersion } from '@gaffer/domain/band-file/band-file-version'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { aBandFile, aFileEvent, aFileMember, aFileSong } from '#testing/band-files.ts'
import {
  createTestBand,
  createTestGig,
  createTestPractice,
  createTestSong,
  createTestDaysAway,
  joinBand,
} from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient
beforeEach(async () => {
  dee = await server().createUser()
})

const load = (client: TestClient, file: object, headers = {}) => client.post('/api/bands/import', file, headers)

test('the band export is a JSON attachment with the band’s name as filename and Cache-Control no-store', async () => {
  const { id } = await createTestBand(dee, { name: 'Motörhead / Live' })
  const { headers, body } = await dee.get(`/api/bands/${id}/export`)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Motorhead Live.json"; filename*=UTF-8''Mot%C3%B6rhead%20Live.json`,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({
    schema: 'gaffer-band',
    schemaVersion: bandFileVersion,
    band: { name: 'Motörhead / Live' },
  })
})

test('the band export is refused to an admin and a member with 403 and a message', async () => {
  const { id } = await createTestBand(dee)
  const kit = await server().createUser()
  const membership = await joinBand(dee, id, kit)
  for (const access of ['admin', 'member']) {
    await dee.patch(`/api/bands/${id}/members/${membership.id}`, { access })
    const { status, body } = await kit.get(`/api/bands/${id}/export`)
    expect([status, body]).toEqual([403, { code: 'not_allowed', message: bandFileMessages.bandExportNotAllowed }])
  }
})

test('the band export contains no text of another band, no member’s phone number, user id or notice address, no days away and no connected calendar', async () => {
  const kit = await server().createUser({ firstName: 'Kit' })
  const { id } = await createTestBand(dee)
  await joinBand(dee, id, kit)
  const other = await createTestBand(kit, {
    name: 'Canary Band',
    description: 'Canary',
    displayName: 'Canary Kit',
    role: 'Canary',
  })
  const song = await createTestSong(kit, other.id, { title: 'Canary', artist: 'Canary', album: 'Canary' })
  await kit.patch(`/api/bands/${other.id}/songs/${song.id}`, { key: 'Canary', note: 'Canary' })
  const items = [{ songId: song.id, note: 'Canary' }, { label: 'Canary' }]
  const setlist = (await kit.post(`/api/bands/${other.id}/setlists`, { name: 'Canary', items })).body
  const gig = await createTestGig(kit, other.id, {
    title: 'Canary',
    venue: 'Canary',
    notes: 'Canary',
    setlistId: setlist.id,
  })
  await kit.put(`/api/bands/${other.id}/events/${gig.id}/gig-sheet`, { address: 'Canary', contactName: 'Canary' })
  await kit.post(`/api/bands/${other.id}/deps`, { name: 'Canary', phone: '07700 900557', instrument: 'Canary' })
  const answers = `/api/bands/${other.id}/events/${gig.id}/answers/${other.membership.id}`
  await kit.put(answers, { answer: 'yes', comment: 'Canary' })
  await createTestDaysAway(kit, other.id, { title: 'Canary', notes: 'Canary' })
  await createTestDaysAway(kit, id, { title: 'Canary', notes: 'Canary' })
  await kit.post('/api/me/calendars', { url: server().exampleCalendarUrl, name: 'Canary' })
  await server().services
    .db`insert into notice_emails (user_id, email, verified_at) values (${kit.user.id}, 'canary@example.org', ${testClock.now()})`
  await createTestGig(kit, id, { title: 'Our own gig' })

  const { text, body } = await dee.get(`/api/bands/${id}/export`)
  expect(text).not.toMatch(/canary/i)
  expect(text).not.toContain(dee.user.phone.slice(3))
  expect(text).not.toContain(kit.user.phone.slice(3))
  for (const secret of [dee.user.id, kit.user.id, other.id, gig.id, song.id, setlist.id])
    expect(text).not.toContain(secret)
  expect(body.events).toMatchObject([{ title: 'Our own gig' }])
})

test('deleted events, set lists and songs are not in the band export, a removed song stays in its set list as a line of text, and the export can be imported', async () => {
  const { id } = await createTestBand(dee)
  const song = await createTestSong(dee, id, { title: 'Valerie' })
  const createSetlist = async (name: string) =>
    (await dee.post(`/api/bands/${id}/setlists`, { name, items: [{ songId: song.id }] })).body
  const [friday] = [await createSetlist('Friday'), await createSetlist('Sunday')]
  const practice = await createTestPractice(dee, id, { date: todayInLondon(testClock.now()), setlistId: friday.id })
  await dee.put(`/api/bands/${id}/events/${practice.id}/practised`, { songIds: [song.id] })
  const gone = await createTestGig(dee, id)
  await dee.delete(`/api/bands/${id}/events/${gone.id}`)
  await dee.delete(`/api/bands/${id}/setlists/${friday.id}`)
  await dee.delete(`/api/bands/${id}/songs/${song.id}`)
  const { body } = await dee.get(`/api/bands/${id}/export`)
  expect(body).toMatchObject({
    songs: [],
    setlists: [{ name: 'Sunday', items: [{ songId: null, label: 'Valerie' }] }],
    events: [{ id: practice.id, setlistId: null, practisedSongIds: [] }],
  })
  expect((await load(dee, body)).status).toBe(201)
})

test('the export of a band with 1,200 events has each event once, in date order', async () => {
  const { id } = await createTestBand(dee)
  const now = testClock.now()
  await server().services.db`
    insert into events (band_id, id, type, date, last_day, location, is_public, is_all_day, created_at, updated_at)
    select ${id}, gen_random_uuid(), 'practice', day, day, 'Unit 4', false, true, ${now}, ${now}
    from generate_series(1, 1200) n cross join lateral (select date '2027-01-01' + n % 300 as day) days`
  const { body } = await dee.get(`/api/bands/${id}/export`)
  const dates = body.events.map(({ date }: { date: string }) => date)
  expect(new Set(body.events.map((event: { id: string }) => event.id)).size).toBe(1200)
  expect(dates).toEqual(dates.toSorted())
})

test('importing a band file creates invited members without an account, and sends them no invitation and no notice', async () => {
  const members = [aFileMember({ email: 'ros@example.org' }), aFileMember({ displayName: 'Jo', access: 'admin' })]
  const { status, body } = await load(dee, aBandFile({ members }))
  expect([status, body.name]).toEqual([201, 'The Foxes'])
  expect((await dee.get(`/api/bands/${body.id}/members`)).body).toMatchObject([
    { userId: dee.user.id, status: 'active', access: 'owner', displayName: 'Dee' },
    { userId: null, status: 'invited', displayName: 'Ros', access: 'member', user: { email: 'ros@example.org' } },
    { userId: null, status: 'invited', displayName: 'Jo', access: 'admin', user: null },
  ])
  expect((await dee.get(`/api/bands/${body.id}/invites`)).body).toEqual([])
  const { db } = server().services
  for (const table of ['outgoing_messages', 'notices', 'pending_notices']) {
    const rows = await db.query({ text: `select from ${table} where band_id = $1`, values: [body.id] })
    expect([table, rows]).toEqual([table, []])
  }
})

test('a user who imports a band file becomes the member with the membershipId of the request', async () => {
  const members = [aFileMember(), aFileMember({ displayName: 'Jo', role: 'Drums' })]
  const { body } = await dee.post(`/api/bands/import?membershipId=${members[1]?.id}`, aBandFile({ members }))
  expect((await dee.get(`/api/bands/${body.id}/members`)).body).toMatchObject([
    { userId: dee.user.id, displayName: 'Jo', role: 'Drums', access: 'owner' },
    { userId: null, displayName: 'Ros' },
  ])
})

test('a user who imports the file of their own band becomes the imported member of the same name, and another user who imports the file becomes an additional member', async () => {
  const { id } = await createTestBand(dee)
  const [kit, outsider] = [
    await server().createUser({ firstName: 'Kit' }),
    await server().createUser({ firstName: 'Otto' }),
  ]
  await joinBand(dee, id, kit)
  const file = (await dee.get(`/api/bands/${id}/export`)).body
  const membersOf = async (client: TestClient) => {
    const { body } = await load(client, file)
    const list = (await client.get(`/api/bands/${body.id}/members`)).body
    return list.map((one: { displayName: string; status: string }) => `${one.displayName} ${one.status}`)
  }
  expect(await membersOf(kit)).toEqual(['Kit active', 'Dee invited'])
  expect(await membersOf(outsider)).toEqual(['Otto active', 'Dee invited', 'Kit invited'])
})

test('answers of invited members in a band file are stored but not counted', async () => {
  const [ros, jo] = [aFileMember(), aFileMember({ displayName: 'Jo' })]
  const answers = [ros, jo].map(({ id }) => ({ membershipId: id, answer: 'yes' as const }))
  const file = aBandFile({ members: [ros, jo], events: [aFileEvent({ answers, date: '2027-03-05' })] })
  const { body } = await load(dee, file)
  const counts = { yes: 0, maybe: 0, no: 0, away: 0, none: 1 }
  const range = 'startDate=2027-03-01&endDate=2027-03-31'
  for (const path of [`/api/bands/${body.id}/events?${range}`, `/api/me/events?${range}`]) {
    expect((await dee.get(path)).body).toMatchObject([{ answerCounts: counts }])
  }
  const calendar = (await dee.get(`/api/bands/${body.id}/calendar?${range}`)).body
  expect(calendar.bandEvents).toMatchObject([{ answerCounts: counts }])
  const [{ id }] = calendar.bandEvents
  expect((await dee.get(`/api/bands/${body.id}/events/${id}`)).body.answerCounts).toEqual(counts)
  expect((await dee.get(`/api/bands/${body.id}/export`)).body.events[0].answers).toHaveLength(2)
})

test('parallel and later imports of a file with the same idempotency key create one band, and another file with that key gets 422', async () => {
  const key = { 'idempotency-key': 'one band please' }
  const file = aBandFile({ songs: [aFileSong()] })
  const [first, second] = await Promise.all([load(dee, file, key), load(dee, file, key)])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect((await load(dee, file, key)).body).toEqual(first.body)
  expect((await load(dee, aBandFile(), key)).status).toBe(422)
  expect((await dee.get('/api/me')).body.bands).toHaveLength(1)
})

test('a band file sent with gzip, of more than 64 kB when decompressed, is imported', async () => {
  const events = Array.from({ length: 500 }, () => aFileEvent({ notes: 'Bring the big amp' }))
  const text = JSON.stringify(aBandFile({ events }))
  expect(text.length).toBeGreaterThan(64 * 1024)
  const body = gzipSync(text)
  const response = await fetch(`${server().url}/api/bands/import`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      cookie: `gaffer_session=${dee.cookies.get('gaffer_session')}`,
    },
    body,
  })
  expect(response.status).toBe(201)
})

test('a band file of exactly the size limit is accepted, and a larger band file is refused with 413 and a message about band files', async () => {
  const text = JSON.stringify(aBandFile())
  const json = { 'content-type': 'application/json' }
  const largest = await dee.send('POST', '/api/bands/import', text.padEnd(limits.bandFileBytes), json)
  expect(largest.status).toBe(201)
  const larger = await dee.send('POST', '/api/bands/import', text.padEnd(limits.bandFileBytes + 1), json)
  expect([larger.status, larger.body]).toEqual([413, { code: 'too_large', message: bandFileMessages.bandFileTooLarge }])
})

test('importing a band file re-encodes pictures of another server and keeps pictures of this server unchanged', async () => {
  const [foreign, pictureId] = [await createPortraitDataUrl(), '01890000-0000-7000-8000-000000000001']
  const file = aBandFile({ band: { name: 'x', pictureId }, pictures: [{ id: pictureId, dataUrl: foreign }] })
  const first = (await load(dee, file)).body
  expect(first.avatarUrl).toMatch(/^\/images\/.+\.webp$/)
  const exported = (await dee.get(`/api/bands/${first.id}/export`)).body
  expect(exported.pictures[0].dataUrl).toMatch(/^data:image\/webp;base64,UklGR/)
  expect((await load(dee, exported)).body.avatarUrl).toBe(first.avatarUrl)
})

test('an imported band cannot ask a dep (a stand-in musician) who is marked as doNotAsk in the band file', async () => {
  const deps = [{ name: 'Tom', phone: '07700 900555', instrument: 'Drums', doNotAsk: true }]
  const file = aBandFile({ deps, events: [aFileEvent({ type: 'gig', date: '2027-03-05' })] })
  const { body } = await load(dee, file)
  const [tom] = (await dee.get(`/api/bands/${body.id}/deps`)).body
  expect(tom).toMatchObject({ phone: '+447700900555', doNotAsk: true })
  const [gig] = (await dee.get(`/api/bands/${body.id}/events?startDate=2027-03-01&endDate=2027-03-31`)).body
  const request = { depIds: [tom.id], mode: 'all', instrument: 'Drums' }
  expect((await dee.post(`/api/bands/${body.id}/events/${gig.id}/dep-requests`, request)).status).toBe(409)
})
