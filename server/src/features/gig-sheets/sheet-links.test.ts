import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { createTestBand, createTestGig, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, guest: TestClient, band: Band & { membership: { id: string } }
let gig: CalendarEntry, event: string, share: string

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'MEMBER-SECRET' })
  kit = await server().createUser()
  guest = server().newClient()
  band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  gig = await createTestGig(dee, band.id, { title: 'Launch', notes: 'NOTES-SECRET' })
  event = `/api/bands/${band.id}/events/${gig.id}`
  share = `${event}/gig-sheet/share`
})

const sheet = {
  address: '96-98 Pentonville Rd',
  times: [{ time: '17:00', label: 'Load-in' }],
  contactName: 'CONTACT-SECRET',
  contactPhone: '020 7946 0018',
  contactEmail: 'contact-secret@example.com',
  gear: 'Full backline',
  feePence: 987_600,
  feeNote: 'FEE-SECRET',
  feePaid: true,
}

async function shareSheet(options?: object): Promise<string> {
  const { status, body } = await dee.post(share, options)
  expect([status, Object.keys(body)]).toEqual([201, ['url']])
  expect(body.url).toMatch(/\/sheet\/[\w-]{72}$/)
  return (body.url as string).split('/sheet/')[1] as string
}
const readSheet = (token: string): Promise<TestResponse> => guest.get(`/api/sheets/${token}`)

test('a gig sheet link shows sheet, event and set list to a signed-out reader', async () => {
  const song = await createTestSong(dee, band.id, { title: 'Dakota', durationSeconds: 297 })
  await dee.patch(`/api/bands/${band.id}/songs/${song.id}`, { key: 'E', tempo: 147, note: 'SONG-NOTE-SECRET' })
  const items = [
    { songId: song.id, note: 'Long end' },
    { label: 'Break', durationSeconds: 900 },
  ]
  const setlist = (await dee.post(`/api/bands/${band.id}/setlists`, { name: 'Friday', items })).body
  await dee.patch(event, { setlistId: setlist.id })
  await dee.put(`${event}/gig-sheet`, sheet)
  const { status, body } = await readSheet(await shareSheet())
  expect([status, body]).toEqual([
    200,
    {
      bandName: band.name,
      event: {
        title: 'Launch',
        type: 'public_gig',
        status: 'confirmed',
        date: gig.date,
        endDate: null,
        startTime: '20:00',
        endTime: '23:00',
        isAllDay: false,
        place: 'The Brudenell',
      },
      address: '96-98 Pentonville Rd',
      times: sheet.times,
      contactName: null,
      contactPhone: null,
      contactEmail: null,
      gettingThere: null,
      gear: 'Full backline',
      hospitality: null,
      feePence: null,
      feeNote: null,
      feePaid: false,
      setlist: {
        name: 'Friday',
        items: [
          { title: 'Dakota', isSong: true, note: 'Long end', key: 'E', tempo: 147, durationSeconds: 297 },
          { title: 'Break', isSong: false, note: null, key: null, tempo: null, durationSeconds: 900 },
        ],
      },
    },
  ])
})

test('the set list behind a gig sheet link has a removed song as a line with its title', async () => {
  const song = await createTestSong(dee, band.id, { title: 'Dakota' })
  const setlist = (await dee.post(`/api/bands/${band.id}/setlists`, { name: 'Friday', items: [{ songId: song.id }] }))
    .body
  await dee.patch(event, { setlistId: setlist.id })
  await dee.delete(`/api/bands/${band.id}/songs/${song.id}`)
  expect((await readSheet(await shareSheet())).body.setlist.items).toMatchObject([{ title: 'Dakota', isSong: false }])
})

const contactTraces = ['CONTACT-SECRET', '020 7946 0018', 'contact-secret@example.com']
const feeTraces = ['FEE-SECRET', '987600']

test.each([
  [undefined, []],
  [{}, []],
  [{ withFee: true, withContact: false }, feeTraces],
  [{ withContact: true }, contactTraces],
  [{ withFee: true, withContact: true }, [...feeTraces, ...contactTraces]],
])('a gig sheet link with the options %j shows only %j of the fee and the contact', async (options, expected) => {
  await dee.put(`${event}/gig-sheet`, sheet)
  const { text } = await readSheet(await shareSheet(options))
  expect([...feeTraces, ...contactTraces].filter((trace) => text.includes(trace))).toEqual(expected)
})

test('a gig sheet link shows no name or phone number of a member, no comment of an answer and no notes of the event', async () => {
  await dee.put(`${event}/gig-sheet`, sheet)
  await dee.put(`${event}/answers/${band.membership.id}`, { answer: 'yes', comment: 'COMMENT-SECRET' })
  const { text } = await readSheet(await shareSheet({ withFee: true, withContact: true }))
  const [{ displayName }] = (await dee.get(`/api/bands/${band.id}/members`)).body
  for (const secret of ['NOTES-SECRET', 'COMMENT-SECRET', displayName, dee.user.phone, dee.user.phone.slice(3)]) {
    expect(text).not.toContain(secret)
  }
})

test('a gig sheet can be shared before it is first saved', async () => {
  const { status, body } = await readSheet(await shareSheet())
  expect([status, body]).toMatchObject([200, { bandName: band.name, address: null, times: [], setlist: null }])
})

test('sharing a gig sheet again keeps the address of the link and replaces the options of the link', async () => {
  await dee.put(`${event}/gig-sheet`, sheet)
  const token = await shareSheet({ withFee: true })
  expect((await kit.get(share)).body).toMatchObject({ withFee: true, withContact: false })
  expect(await shareSheet({ withContact: true })).toBe(token)
  expect((await readSheet(token)).body).toMatchObject({ feePence: null, contactName: 'CONTACT-SECRET' })
})

test('members can read the live gig sheet link with its options, and get null without one', async () => {
  expect((await kit.get(share)).body).toBeNull()
  const token = await shareSheet({ withFee: true })
  const { body } = await kit.get(share)
  const worksUntil = addDays(gig.date, 7)
  expect(body).toEqual({
    url: expect.stringContaining(`/sheet/${token}`),
    withFee: true,
    withContact: false,
    worksUntil,
  })
})

test('a revoked gig sheet link is 404, also after the gig sheet is shared again, and revoking a link twice is 204', async () => {
  const token = await shareSheet()
  for (const attempt of ['revoked', 'revoked again']) {
    expect([attempt, (await kit.delete(share)).status]).toEqual([attempt, 204])
  }
  expect((await readSheet(token)).status).toBe(404)
  const next = await shareSheet()
  expect([next === token, (await readSheet(token)).status, (await readSheet(next)).status]).toEqual([false, 404, 200])
})

/** Moves the gig, and the day on which its sheet was last shared. */
async function setDays(lastDay: string, sharedOn: string | null): Promise<void> {
  const { db } = server().services
  await db`update events set date = ${lastDay}::date - 1, end_date = ${lastDay}, last_day = ${lastDay} where id = ${gig.id}`
  await db`update gig_sheet_links set shared_on = ${sharedOn} where event_id = ${gig.id}`
}

test.each([
  ['7 days after the last day of the gig, and is 404 from the next day on', -7, null, 0],
  ['7 days after the last day of a gig if it was shared earlier, and is 404 from the next day on', -7, -30, 0],
  ['7 days after it was shared if the gig was over by then, and is 404 from the next day on', -90, -7, 0],
  ['7 days after the last day of a gig in the future', 20, 0, 27],
])('a gig sheet link works until %s', async (_, lastDay, sharedOn, worksUntil) => {
  const today = todayInLondon(testClock.now())
  const inDays = (days: number | null) => (days === null ? null : addDays(today, days))
  const token = await shareSheet()
  await setDays(addDays(today, lastDay), inDays(sharedOn))
  expect([(await readSheet(token)).status, (await kit.get(share)).body.worksUntil]).toEqual([
    200,
    addDays(today, worksUntil),
  ])
  if (worksUntil > 0) return
  await setDays(addDays(today, lastDay - 1), inDays(sharedOn === null ? null : sharedOn - 1))
  const { status, body } = await readSheet(token)
  expect([status, body.message, (await kit.get(share)).body]).toEqual([404, eventMessages.linkDead, null])
})

test('sharing a gig sheet again after its link has expired makes the same link valid again', async () => {
  const today = todayInLondon(testClock.now())
  const token = await shareSheet()
  await setDays(addDays(today, -8), addDays(today, -8))
  expect((await readSheet(token)).status).toBe(404)
  expect(await shareSheet()).toBe(token)
  expect((await readSheet(token)).status).toBe(200)
  expect((await kit.get(share)).body.worksUntil).toBe(addDays(today, 7))
})

test('the gig sheet link of a deleted event is 404, and is 200 again once the event is restored', async () => {
  const token = await shareSheet()
  await dee.delete(event)
  expect((await readSheet(token)).status).toBe(404)
  await dee.post(`${event}/restore`)
  expect((await readSheet(token)).status).toBe(200)
})

test('the gig sheet link of a gig that became a practice is 404', async () => {
  const token = await shareSheet()
  await dee.patch(event, { type: 'practice', location: 'Unit 4' })
  expect((await readSheet(token)).status).toBe(404)
})

test('the shared gig sheet of a cancelled gig has the event status cancelled', async () => {
  const token = await shareSheet()
  await dee.patch(event, { status: 'cancelled' })
  expect((await readSheet(token)).body.event.status).toBe('cancelled')
})

test('a gig sheet link with a malformed or changed token, or a token of another kind of link, is 404, and so is an answer link with the token of a gig sheet', async () => {
  const token = await shareSheet()
  const other = await createTestGig(dee, band.id)
  const { url } = (await dee.post(`/api/bands/${band.id}/events/${other.id}/gig-sheet/share`)).body
  const otherToken = url.split('/sheet/')[1] as string
  const answerToken = server().services.links.signLink('answer', [band.membership.id, gig.id])
  const feed = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body.urls.full.split('/feeds/')[1]
  const swapped = token.slice(0, 43) + otherToken.slice(43)
  const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  for (const wrong of [answerToken, feed, swapped, flipped, token.slice(1), `${token}A`, 'A'.repeat(64), 'dead']) {
    expect([wrong, (await readSheet(wrong)).status]).toEqual([wrong, 404])
  }
  expect((await guest.get(`/api/answer-links/${token}`)).status).toBe(404)
})

test('a gig sheet link, an unknown link and the page of a link have headers for noindex, no-store and no-referrer', async () => {
  const token = await shareSheet()
  for (const path of [`/api/sheets/${token}`, '/api/sheets/dead', `/sheet/${token}`]) {
    const { headers } = await guest.get(path)
    const sent = ['x-robots-tag', 'cache-control', 'referrer-policy'].map((name) => headers.get(name))
    expect([path, sent]).toEqual([path, ['noindex, nofollow', 'no-store', 'no-referrer']])
  }
})

test('a repeated request to share a gig sheet with the same idempotency key returns the same link, and a request with other options and that key gets 422', async () => {
  const key = { 'idempotency-key': 'share' }
  const first = await dee.post(share, { withFee: true }, key)
  const again = await dee.post(share, { withFee: true }, key)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await dee.post(share, { withFee: false }, key)).status).toBe(422)
})

test('sharing the gig sheet of a practice is refused with 400', async () => {
  const { id } = await createTestPractice(dee, band.id)
  expect((await dee.post(`/api/bands/${band.id}/events/${id}/gig-sheet/share`)).status).toBe(400)
})

test('a request for a gig sheet link above the limit per IP address and minute gets 429, and a request from another IP address does not', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const limited = await startTestServer({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  try {
    const reader = limited.newClient()
    const statuses = []
    for (let count = 0; count <= limits.sheetLinkRequestsPerMinute; count += 1) {
      statuses.push((await reader.get('/api/sheets/dead', from('192.0.2.1'))).status)
    }
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([404, 429])
    expect((await reader.get('/api/sheets/dead', from('192.0.2.2'))).status).toBe(404)
  } finally {
    await limited.stop()
  }
})
