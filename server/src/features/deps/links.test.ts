// What the link of a dep and the dep book show, and to whom.

import { beforeEach, expect, test } from 'vitest'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import type { Membership } from '@gaffer/domain/bands/member'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { createTestBand, createTestGig, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import { createTestDep, askDeps, waitForDepLinkPath, type TestDep } from '#testing/dep-helpers.ts'
import { fingerprintAllTables } from '#testing/fingerprint.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import { eventPayloadsFromIcs } from '#testing/read-calendar-file.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, kit: TestClient, anybody: TestClient
let band: string, gig: CalendarEntry, path: string, tom: TestDep, link: string

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  anybody = server().newClient()
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  await joinBand(ros, band, kit)
  gig = await createTestGig(ros, band, { title: 'Spring do', notes: 'canary of the notes' })
  path = `/api/bands/${band}/events/${gig.id}`
  tom = await createTestDep(ros, band, { note: 'canary of the dep book' })
  await askDeps(ros, path, [tom], { feePence: 12_000 })
  link = await waitForDepLinkPath(ros, tom)
})

test('a GET of a dep’s link shows the request to play, is neither cached nor indexed, and changes nothing', async () => {
  const before = await fingerprintAllTables(server())
  const read = await anybody.get(link)
  expect([read.status, read.body]).toEqual([
    200,
    {
      state: 'asked',
      isStale: false,
      name: 'Tom',
      instrument: 'drums',
      feePence: 12_000,
      bandName: 'The Night Buses',
      askedBy: 'Ros',
      event: {
        title: 'Spring do',
        type: 'public_gig',
        date: '2027-03-12',
        endDate: null,
        startTime: '20:00',
        endTime: '23:00',
        isAllDay: false,
        place: 'The Brudenell',
      },
      gigSheet: null,
      setlist: null,
    },
  ])
  expect(read.headers.get('cache-control')).toBe('no-store')
  expect(read.headers.get('referrer-policy')).toBe('no-referrer')
  expect(read.headers.get('x-robots-tag')).toMatch(/noindex/)
  expect((await anybody.get(link.replace('/api/dep-links', '/dep') + '.ics')).status).toBe(404)
  expect(await fingerprintAllTables(server())).toEqual(before)
})

test("after a Yes the dep's link has the gig sheet without the fee, the set list with keys and notes, and a calendar file", async () => {
  await ros.put(`${path}/gig-sheet`, {
    address: '33 Queens Road',
    contactName: 'Priya',
    feePence: 90_000,
    feeNote: 'cash',
  })
  const song = await createTestSong(ros, band, { title: 'Valerie' })
  await ros.patch(`/api/bands/${band}/songs/${song.id}`, { key: 'E', tempo: 106, note: 'Count of four' })
  const items = [{ songId: song.id, note: 'Short ending' }, { label: 'Break' }]
  const { id: setlistId } = (await ros.post(`/api/bands/${band}/setlists`, { name: 'Friday', items })).body
  await ros.patch(path, { setlistId })
  const { status, body, text } = await anybody.post(link, { answer: 'yes' })
  expect([status, body]).toMatchObject([
    200,
    {
      state: 'yes',
      gigSheet: { address: '33 Queens Road', contactName: 'Priya', feePence: null, feeNote: null },
      setlist: {
        name: 'Friday',
        items: [
          { isSong: true, title: 'Valerie', key: 'E', tempo: 106, note: 'Short ending', songNote: 'Count of four' },
          { isSong: false, title: 'Break', key: null },
        ],
      },
    },
  ])
  expect(text).not.toMatch(/canary|90000|cash/)
  const file = await anybody.get(link.replace('/api/dep-links', '/dep') + '.ics')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(file.text).not.toContain('canary')
  expect(file.text).toContain('SUMMARY:The Night Buses: Spring do')
  expect(eventPayloadsFromIcs(file.text)).toBeTruthy()
})

test('a dep’s link is readable on the day after an all-day gig and 404 two days after the gig, and a made-up link is 404', async () => {
  await anybody.post(link, { answer: 'yes' })
  const { db } = server().services
  const endedAgo = (days: number) => {
    const date = addDays(todayInLondon(testClock.now()), -days)
    return db`
      update events set start_time = null, end_time = null, is_all_day = true, date = ${date}, last_day = ${date}
      where id = ${gig.id}`
  }
  await endedAgo(1)
  expect((await anybody.get(link)).body.state).toBe('yes')
  await endedAgo(2)
  const dead = await anybody.get(link)
  expect([dead.status, dead.body.message]).toEqual([404, 'This link no longer works'])
  for (const token of ['x', 'A'.repeat(16), link.slice(-15) + 'A', '%F0%9F%98%80']) {
    expect((await anybody.get(`/api/dep-links/${token}`)).status).toBe(404)
    expect((await anybody.post(`/api/dep-links/${token}`, { answer: 'yes' })).status).toBe(404)
  }
})

test('the token of a dep link opens only the request to that dep, and no answer, gig sheet, invitation or unsubscribe link', async () => {
  const other = await createTestGig(ros, band)
  const ann = await createTestDep(ros, band, { name: 'Ann' })
  await askDeps(ros, `/api/bands/${band}/events/${other.id}`, [ann])
  const links = [link, await waitForDepLinkPath(ros, ann)]
  expect((await anybody.get(links[0]!)).body.name).toBe('Tom')
  expect((await anybody.get(links[1]!)).body.name).toBe('Ann')
  const token = link.split('/').at(-1)
  for (const place of ['/api/answer-links', '/api/sheets', '/answer', '/api/invites', '/unsubscribe']) {
    expect((await anybody.get(`${place}/${token}`)).status).toBe(404)
  }
})

test('a dep’s account can read nothing of the band that asked them, and that band can read nothing of the dep’s own band', async () => {
  await createTestPractice(ros, band, { title: 'canary practice' })
  const user = await server().createUser({ firstName: 'Tommy' })
  await ros.patch(`/api/bands/${band}/deps/${tom.id}`, { phone: user.user.phone })
  await user.post(link, { answer: 'yes' })
  for (const address of [path, `/api/bands/${band}`, `/api/bands/${band}/deps`, `${path}/dep-requests`]) {
    expect((await user.get(address)).status).toBe(404)
  }
  const march = 'startDate=2027-03-01&endDate=2027-03-31'
  const seen = await Promise.all(
    ['/api/me', `/api/me/events?${march}`, '/api/me/notices', '/api/me/export'].map((address) => user.get(address)),
  )
  for (const { text } of seen) expect(text).not.toMatch(/canary|Night Buses|Spring do/)
  expect(seen[3]!.body.asDepInDepBooks).toMatchObject([{ name: 'Tom', instrument: 'Drums' }])
  // The band reads nothing of the dep's own band.
  const own = await createTestBand(user, { name: 'Own Band' })
  await createTestGig(user, own.id, { title: 'Own gig' })
  const ofBand = await Promise.all(
    [`/api/bands/${band}/deps`, `${path}/dep-requests`, path, `/api/bands/${band}/calendar?${march}`].map((address) =>
      ros.get(address),
    ),
  )
  for (const { text } of ofBand) expect(text).not.toMatch(/Own|Tommy/)
  expect((await kit.get(`/api/bands/${band}/clashes?${march}`)).body).toEqual([])
})

test('members see names, instruments and notes of the dep book but no phone numbers; admins and owners see the numbers too', async () => {
  const book = `/api/bands/${band}/deps`
  const { id, phone } = tom
  const entry = { id, name: 'Tom', instrument: 'Drums', note: 'canary of the dep book', doNotAsk: false }
  expect((await kit.get(book)).body).toEqual([{ ...entry, phone: null }])
  expect((await ros.get(book)).body).toEqual([{ ...entry, phone }])
  for (const { text } of [await kit.get(path), await kit.get(`${path}/dep-requests`)]) {
    expect(text).not.toContain(phone.slice(4))
  }
  const members = (await ros.get(`/api/bands/${band}/members`)).body as Membership[]
  const card = members.find(({ userId }) => userId === kit.user.id)
  await ros.patch(`/api/bands/${band}/members/${card?.id}`, { access: 'admin' })
  expect((await kit.get(book)).body).toEqual([{ ...entry, phone }])
})

test('a dep book accepts each phone number once in any spelling, only UK mobile numbers, and at most 200 deps', async () => {
  const book = `/api/bands/${band}/deps`
  const typed = tom.phone.replace('+44', '0').replace(/^(.{5})/, '$1 ')
  const twice = await ros.post(book, { name: 'Tim', instrument: 'Bass', phone: typed })
  expect([twice.status, twice.body.message]).toEqual([409, 'Your dep book has this number already'])
  const ann = await createTestDep(ros, band, { name: 'Ann' })
  expect((await ros.patch(`${book}/${ann.id}`, { phone: typed })).status).toBe(409)
  expect((await ros.patch(`${book}/${ann.id}`, { phone: ann.phone, note: '' })).body).toMatchObject({ note: null })
  for (const phone of ['0113 496 0000', '+33612345678']) {
    const refused = await ros.post(book, { name: 'Tim', instrument: 'Bass', phone })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'phone'])
  }
  const same = await Promise.all(
    [1, 2, 3].map(() => ros.post(book, { name: 'Al', instrument: 'Bass', phone: '07700 900999' })),
  )
  expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  await server().services.db`
    insert into deps (band_id, id, name, phone, phone_mac, instrument, created_at)
    select ${band}, gen_random_uuid(), 'Dep', '+44' || n, '', 'Bass', ${testClock.now()}
    from generate_series(1, ${limits.depsPerBand - 3}) n`
  const full = await ros.post(book, { name: 'Tim', instrument: 'Bass', phone: nextTestPhone() })
  expect([full.status, full.body.message]).toEqual([409, 'Your dep book can have up to 200 deps. Delete one first.'])
})
