import { beforeEach, expect, test } from 'vitest'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import type { Song } from '@gaffer/domain/songs/song'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { createTestBand, createTestGig, createTestPractice, createTestSong, eventPathOf } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, bandId: string, base: string, opener: Song, closer: Song

beforeEach(async () => {
  dee = await server().createUser()
  bandId = (await createTestBand(dee)).id
  base = `/api/bands/${bandId}`
  opener = await createTestSong(dee, bandId, { title: 'Opener', durationSeconds: 200 })
  closer = await createTestSong(dee, bandId, { title: 'Closer' })
})

async function createPastGig(input: object = {}): Promise<string> {
  const items = [{ songId: opener.id }, { label: 'Break', durationSeconds: 900 }, { songId: closer.id }]
  const { body } = await dee.post(`${base}/setlists`, { name: 'Friday', items })
  return eventPathOf(await createTestGig(dee, bandId, { date: '2026-09-04', setlistId: body.id, ...input }))
}

const readLastPlayed = async () =>
  Object.fromEntries(
    ((await dee.get(`${base}/songs`)).body as Song[]).map(({ title, lastPlayedOn }) => [title, lastPlayedOn]),
  )
const titlesOf = (body: { items: { title: string }[] }) => body.items.map(({ title }) => title)

test('an unsaved played list of a gig has the songs of the set list of that gig, without breaks', async () => {
  const gig = await createPastGig()
  await dee.patch(`${base}/songs/${opener.id}`, { writers: 'Ros Okafor', isOwn: true })
  const rest = { writers: null, isOwn: false, seconds: null }
  expect((await dee.get(`${gig}/played`)).body).toEqual({
    items: [
      { songId: opener.id, title: 'Opener', writers: 'Ros Okafor', isOwn: true, seconds: 200 },
      { ...rest, songId: closer.id, title: 'Closer' },
    ],
    reportedOn: null,
    version: 0,
  })
})

test('the played list of a gig is saved in order, with a song played twice, a song that is not on the practice list, and the day of the report', async () => {
  const gig = await createPastGig()
  const items = [{ songId: closer.id }, { title: 'Happy Birthday' }, { songId: opener.id }, { songId: closer.id }]
  const saved = await dee.put(`${gig}/played`, { items, reportedOn: '2026-09-10' })
  expect([saved.status, titlesOf(saved.body), saved.body.reportedOn, saved.body.version]).toEqual([
    200,
    ['Closer', 'Happy Birthday', 'Opener', 'Closer'],
    '2026-09-10',
    1,
  ])
  expect((await dee.get(`${gig}/played`)).body).toEqual(saved.body)
})

test('the last-played date of a song is the date of the latest gig that played it, and changes when that gig is cancelled, confirmed for another date or deleted', async () => {
  const items = [{ songId: opener.id }]
  const [first, second] = [await createPastGig(), await createPastGig({ date: '2026-10-02' })]
  expect(await readLastPlayed()).toEqual({ Opener: null, Closer: null })
  for (const gig of [first, second]) expect((await dee.put(`${gig}/played`, { items })).status).toBe(200)
  expect(await readLastPlayed()).toEqual({ Opener: '2026-10-02', Closer: null })
  await dee.patch(second, { status: 'cancelled' })
  expect((await readLastPlayed())['Opener']).toBe('2026-09-04')
  await dee.patch(second, { status: 'confirmed', date: '2026-10-03' })
  expect((await readLastPlayed())['Opener']).toBe('2026-10-03')
  await dee.delete(second)
  expect((await readLastPlayed())['Opener']).toBe('2026-09-04')
  await dee.put(`${first}/played`, { items: [] })
  expect((await readLastPlayed())['Opener']).toBeNull()
})

test('saving the played list of a gig is 409 before the day of the gig, and 409 if the gig is cancelled', async () => {
  const coming = eventPathOf(await createTestGig(dee, bandId))
  const early = await dee.put(`${coming}/played`, { items: [] })
  expect([early.status, early.body.message]).toEqual([409, playedMessages.gigNotYet])
  const cancelled = await createPastGig({ status: 'cancelled' })
  expect((await dee.put(`${cancelled}/played`, { items: [] })).status).toBe(409)
})

test('reading, saving and exporting the played list of a practice is 400', async () => {
  const practice = eventPathOf(await createTestPractice(dee, bandId, { date: '2026-09-04' }))
  for (const { status, body } of [
    await dee.get(`${practice}/played`),
    await dee.put(`${practice}/played`, { items: [] }),
    await dee.get(`${practice}/played.csv`),
  ])
    expect([status, body.message]).toEqual([400, playedMessages.notGig])
})

test('of two requests that save a played list with the same version in If-Match, the second gets 412 and changes nothing', async () => {
  const gig = await createPastGig()
  const seen = { 'if-match': '"0"' }
  const save = (items: object[], headers: Record<string, string>) =>
    dee.send('PUT', `${gig}/played`, { items }, headers)
  expect((await save([{ songId: opener.id }], seen)).status).toBe(200)
  const stale = await save([], seen)
  expect([stale.status, stale.body.code]).toEqual([412, 'stale'])
  expect(titlesOf((await dee.get(`${gig}/played`)).body)).toEqual(['Opener'])
  expect((await save([{ songId: opener.id }], { 'if-match': '"1"' })).body.version).toBe(1)
})

test('a removed song stays in the played list with its title and songId null, and has its songId there again once the song is restored', async () => {
  const gig = await createPastGig()
  await dee.put(`${gig}/played`, { items: [{ songId: opener.id }] })
  await dee.delete(`${base}/songs/${opener.id}`)
  const { body } = await dee.get(`${gig}/played`)
  expect(body.items).toMatchObject([{ songId: null, title: 'Opener', seconds: 200 }])
  await dee.put(`${gig}/played`, { items: [{ title: 'Opener' }, { title: 'Happy Birthday' }] })
  await dee.post(`${base}/songs/${opener.id}/restore`)
  expect((await dee.get(`${gig}/played`)).body.items).toMatchObject([{ songId: opener.id }, { songId: null }])
  expect((await readLastPlayed())['Opener']).toBe('2026-09-04')
})

test('the CSV of a played list has a line with venue, address and date for each song, and an apostrophe before a cell that begins with =', async () => {
  const gig = await createPastGig({ venue: 'The Fenton', title: 'Launch' })
  await dee.put(`${gig}/gig-sheet`, { address: '1 Queen Street\nLeeds' })
  await dee.patch(`${base}/songs/${opener.id}`, { writers: '=cmd()' })
  const { status, headers, text } = await dee.get(`${gig}/played.csv`)
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringContaining('attachment; filename="Launch 2026-09-04.csv"'),
  ])
  expect(text.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    'Title,Writers,Length,Venue,Address,Date',
    `Opener,'=cmd(),3:20,The Fenton,"1 Queen Street, Leeds",04/09/2026`,
    'Closer,,,The Fenton,"1 Queen Street, Leeds",04/09/2026',
    '',
  ])
})

test('past gigs of the last 12 months that played the band’s own songs are listed as unreported until they are reported; cancelled gigs are not listed', async () => {
  await dee.patch(`${base}/songs/${opener.id}`, { isOwn: true })
  const unreported = async () =>
    (await dee.get(`${base}/unreported-gigs`)).body.map(({ date, lastDay }: { date: string; lastDay: string }) => [
      date,
      lastDay,
    ])
  await createPastGig({ date: '2025-11-20' })
  await createPastGig({ date: todayInLondon(testClock.now()) })
  await createPastGig({ date: '2026-10-03', status: 'cancelled' })
  const [older, newer, covers] = [
    await createPastGig({ date: '2026-01-09' }),
    await createPastGig(),
    await createPastGig({ date: '2026-10-02' }),
  ]
  await dee.put(`${covers}/played`, { items: [{ songId: closer.id }] })
  expect(await unreported()).toEqual([
    ['2026-01-09', '2027-01-09'],
    ['2026-09-04', '2027-09-04'],
  ])
  await dee.put(`${older}/played`, { items: [{ songId: opener.id }], reportedOn: '2026-02-01' })
  await dee.put(`${newer}/played`, { items: [{ songId: opener.id }] })
  expect(await unreported()).toEqual([['2026-09-04', '2027-09-04']])
  // Retention deletes a removed song for good.
  await server().services.db`delete from songs where id = ${opener.id}`
  expect(await unreported()).toEqual([['2026-09-04', '2027-09-04']])
})
