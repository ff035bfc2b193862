import { beforeEach, describe, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { addDays, daysBetween, londonInstant, todayInLondon } from '@gaffer/domain/shared/dates'
import type { Membership } from '@gaffer/domain/bands/member'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { createTestBand, createTestGig, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const today = todayInLondon(testClock.now())
const yesterday = addDays(today, -1)
let dee: TestClient, kit: TestClient, band: Band & { membership: Membership }, kitsCard: Membership, base: string

beforeEach(async () => {
  dee = await server().createUser()
  kit = await server().createUser()
  band = await createTestBand(dee)
  kitsCard = await joinBand(dee, band.id, kit)
  base = `/api/bands/${band.id}`
})

const readPracticePlan = async (eventId: string) => (await dee.get(`${base}/events/${eventId}/brief`)).body
const tickSongs = (eventId: string, songIds: string[]) => dee.put(`${base}/events/${eventId}/practised`, { songIds })
const readLastPractised = async () =>
  Object.fromEntries(
    (await dee.get(`${base}/songs`)).body.map((song: { id: string; lastPractisedAt: string | null }) => [
      song.id,
      song.lastPractisedAt,
    ]),
  )

test('the practice plan puts songs of the next gig’s set list first and leaves out vetoed songs', async () => {
  const [other, inSet, vetoed] = [
    await createTestSong(dee, band.id),
    await createTestSong(dee, band.id),
    await createTestSong(dee, band.id),
  ]
  await dee.post(`${base}/songs/${vetoed.id}/veto`, { membershipId: band.membership.id })
  const items = [{ songId: inSet.id }, { label: 'Break' }, { songId: vetoed.id }]
  const setlist = (await dee.post(`${base}/setlists`, { name: 'Friday', items })).body
  await createTestGig(dee, band.id, { date: '2027-03-04', setlistId: setlist.id })
  await createTestGig(dee, band.id, { date: '2027-03-10', status: 'cancelled' })
  const gig = await createTestGig(dee, band.id, { title: 'Launch', setlistId: setlist.id })
  await dee.patch(`${base}/songs/${inSet.id}`, { durationSeconds: 150 })
  const { id } = await createTestPractice(dee, band.id)
  const brief = await readPracticePlan(id)
  expect(brief).toEqual({
    eventId: id,
    attending: [band.membership.id, kitsCard.id],
    nextGig: { eventId: gig.id, date: '2027-03-12', title: 'Launch' },
    minutes: 180,
    songs: [
      {
        songId: inSet.id,
        reasons: [
          setlistMessages.inNextGig(daysBetween(today, gig.date)),
          setlistMessages.notReadyYet(['', ''], 2),
          setlistMessages.neverPractised,
        ],
        needs: [band.membership.id, kitsCard.id],
        minutes: 3,
      },
      {
        songId: other.id,
        reasons: [setlistMessages.notReadyYet(['', ''], 2), setlistMessages.neverPractised],
        needs: [band.membership.id, kitsCard.id],
        minutes: null,
      },
    ],
  })
})

test('the attending members of a practice plan leave out members who answered No or are away, except an away member who answered Maybe', async () => {
  const { id } = await createTestPractice(dee, band.id)
  const answer = (membershipId: string, value: string) =>
    dee.put(`${base}/events/${id}/answers/${membershipId}`, { answer: value })
  await answer(band.membership.id, 'no')
  expect((await readPracticePlan(id)).attending).toEqual([kitsCard.id])
  await kit.post('/api/me/events', { type: 'unavailable', date: '2027-03-05' })
  expect((await readPracticePlan(id)).attending).toEqual([])
  expect((await kit.put(`${base}/events/${id}/answers/${kitsCard.id}`, { answer: 'maybe' })).status).toBe(200)
  expect((await readPracticePlan(id)).attending).toEqual([kitsCard.id])
})

test('the practice plan has minutes null for a practice without an end time, and nextGig null for a band without a coming gig', async () => {
  const { id } = await createTestPractice(dee, band.id, { endTime: null })
  expect(await readPracticePlan(id)).toMatchObject({ minutes: null, nextGig: null, songs: [] })
})

test('the practice plan of a rehearsal is returned, and the practice plan of a gig or of days away is 400 with an error message', async () => {
  const types = { allowedEventTypes: ['practice', 'rehearsal', 'public_gig'] }
  expect((await dee.patch(base, types)).status).toBe(200)
  expect((await readPracticePlan((await createTestPractice(dee, band.id, { type: 'rehearsal' })).id)).songs).toEqual([])
  const gig = await createTestGig(dee, band.id)
  const away = (await dee.post('/api/me/events', { type: 'unavailable', date: '2027-03-05' })).body
  for (const { id } of [gig, away]) {
    const { status, body } = await dee.get(`${base}/events/${id}/brief`)
    expect([status, body]).toEqual([400, { code: 'invalid_input', message: setlistMessages.notPractice }])
  }
})

test('a song that is marked as practised has the start of the practice as lastPractisedAt, also after a repeated request', async () => {
  const [one, two] = [await createTestSong(dee, band.id), await createTestSong(dee, band.id)]
  const { id } = await createTestPractice(dee, band.id, { date: '2026-07-02' })
  for (const attempt of [1, 2]) {
    const { status, body } = await tickSongs(id, [one.id, one.id])
    expect([attempt, status, body]).toMatchObject([
      attempt,
      200,
      [{ id: one.id, lastPractisedAt: '2026-07-02T18:00:00.000Z' }],
    ])
  }
  expect(await readLastPractised()).toEqual({ [one.id]: '2026-07-02T18:00:00.000Z', [two.id]: null })
  expect((await dee.get(`${base}/events/${id}/practised`)).body).toEqual({ songIds: [one.id] })
})

test('a song that is no longer marked as practised at a practice has the start of an earlier practice as lastPractisedAt', async () => {
  const [one, two] = [await createTestSong(dee, band.id), await createTestSong(dee, band.id)]
  const before = await createTestPractice(dee, band.id, { date: '2026-07-02' })
  const last = await createTestPractice(dee, band.id, { date: yesterday })
  await tickSongs(before.id, [one.id])
  await tickSongs(last.id, [one.id, two.id])
  expect((await readLastPractised())[one.id].slice(0, 10)).toBe(yesterday)
  expect((await tickSongs(last.id, [])).body).toEqual([])
  expect(await readLastPractised()).toEqual({ [one.id]: '2026-07-02T18:00:00.000Z', [two.id]: null })
})

test('a removed song is not listed as practised, and is listed again once it is restored, even if the practised songs were replaced meanwhile', async () => {
  const [one, two] = [await createTestSong(dee, band.id), await createTestSong(dee, band.id)]
  const { id } = await createTestPractice(dee, band.id, { date: '2026-07-02' })
  await tickSongs(id, [one.id, two.id])
  const practised = async () => (await dee.get(`${base}/events/${id}/practised`)).body.songIds
  expect((await dee.delete(`${base}/songs/${one.id}`)).status).toBe(204)
  expect(await practised()).toEqual([two.id])
  expect((await tickSongs(id, [one.id])).status).toBe(400)
  expect((await tickSongs(id, [])).status).toBe(200)
  expect((await dee.post(`${base}/songs/${one.id}/restore`)).status).toBe(200)
  expect(await practised()).toEqual([one.id])
  expect(await readLastPractised()).toEqual({ [one.id]: '2026-07-02T18:00:00.000Z', [two.id]: null })
})

test('marking songs as practised is accepted on the day of the practice, and refused with 409 on the day before', async () => {
  const song = await createTestSong(dee, band.id)
  expect((await tickSongs((await createTestPractice(dee, band.id, { date: today })).id, [song.id])).status).toBe(200)
  const { status, body } = await tickSongs((await createTestPractice(dee, band.id, { date: addDays(today, 1) })).id, [
    song.id,
  ])
  expect([status, body]).toEqual([409, { code: 'conflict', message: setlistMessages.practiceNotYet }])
})

test('marking songs as practised is 409 at a cancelled practice, and 400 with a song of another band', async () => {
  const song = await createTestSong(dee, band.id)
  const cancelled = await createTestPractice(dee, band.id, { date: today, status: 'cancelled' })
  expect((await tickSongs(cancelled.id, [song.id])).status).toBe(409)
  const { id } = await createTestPractice(dee, band.id, { date: today })
  const foreign = await createTestSong(dee, (await createTestBand(dee)).id)
  const { status, body } = await tickSongs(id, [song.id, foreign.id])
  expect([status, body.issues]).toEqual([400, [{ path: 'songIds.1', message: setlistMessages.practisedSongUnknown }]])
  expect((await dee.get(`${base}/events/${id}/practised`)).body).toEqual({ songIds: [] })
})

test('parallel replacements of practised songs leave the songs of exactly one request', async () => {
  const songs = [
    await createTestSong(dee, band.id),
    await createTestSong(dee, band.id),
    await createTestSong(dee, band.id),
  ]
  const { id } = await createTestPractice(dee, band.id, { date: today })
  const answers = await Promise.all(songs.map((song) => tickSongs(id, [song.id])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { songIds } = (await dee.get(`${base}/events/${id}/practised`)).body
  expect(songIds).toHaveLength(1)
  const practised = Object.entries(await readLastPractised()).filter(([, at]) => at !== null)
  expect(practised.map(([songId]) => songId)).toEqual(songIds)
})

test('two songs that two members mark as practised at the same time are both stored, and unmarking one song changes neither other songs nor an earlier practice', async () => {
  const songs = [await createTestSong(dee, band.id), await createTestSong(dee, band.id)]
  const [one, two] = songs.map(({ id }) => id)
  const before = await createTestPractice(dee, band.id, { date: '2026-07-02' })
  await tickSongs(before.id, [two as string])
  const { id } = await createTestPractice(dee, band.id, { date: yesterday })
  const tickOf = (songId = '') => `${base}/events/${id}/practised/${songId}`
  const practised = async () => (await dee.get(`${base}/events/${id}/practised`)).body.songIds
  const answers = await Promise.all([dee.put(tickOf(one)), kit.put(tickOf(two)), kit.put(tickOf(two))])
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await practised()).toEqual([one, two].toSorted())
  expect((await dee.delete(tickOf(two))).status).toBe(204)
  expect((await kit.delete(tickOf(two))).status).toBe(204)
  expect(await practised()).toEqual([one])
  expect((await readLastPractised())[two as string]).toBe('2026-07-02T18:00:00.000Z')
  expect((await readLastPractised())[one as string].slice(0, 10)).toBe(yesterday)
})

test('marking one song as practised is 409 before the day of the practice, 404 for an unknown or removed song or a song of another band, and 400 at a gig', async () => {
  const song = await createTestSong(dee, band.id)
  const { id } = await createTestPractice(dee, band.id, { date: today })
  const tomorrow = await createTestPractice(dee, band.id, { date: addDays(today, 1) })
  const tick = async (eventId: string, songId: string) => {
    const { status, body } = await dee.put(`${base}/events/${eventId}/practised/${songId}`)
    return [status, body?.message]
  }
  expect(await tick(tomorrow.id, song.id)).toEqual([409, setlistMessages.practiceNotYet])
  const foreign = await createTestSong(dee, (await createTestBand(dee)).id)
  await dee.delete(`${base}/songs/${song.id}`)
  for (const songId of [foreign.id, song.id, crypto.randomUUID()]) expect((await tick(id, songId))[0]).toBe(404)
  const gig = await createTestGig(dee, band.id)
  expect(await tick(gig.id, song.id)).toEqual([400, setlistMessages.notPractice])
})

test('the practice plan of a past practice counts the days until the next gig from the date of the practice', async () => {
  const song = await createTestSong(dee, band.id)
  const setlist = (await dee.post(`${base}/setlists`, { name: 'Friday', items: [{ songId: song.id }] })).body
  await createTestGig(dee, band.id, { date: today, setlistId: setlist.id })
  const { id } = await createTestPractice(dee, band.id, { date: yesterday })
  expect((await readPracticePlan(id)).songs[0].reasons[0]).toBe(setlistMessages.inNextGig(1))
})

describe('lastPractisedAt of a song follows changes of the practice at which the song was practised', () => {
  const startOn = (date: string, time: string) => new Date(londonInstant(date, time)).toISOString()
  const days = (count: number) => addDays(today, count)
  let id: string, songId: string
  const change = async (changes: object) => expect((await dee.patch(`${base}/events/${id}`, changes)).status).toBe(200)
  const ticked = async () => (await dee.get(`${base}/events/${id}/practised`)).body.songIds
  const last = async () => (await readLastPractised())[songId]

  beforeEach(async () => {
    songId = (await createTestSong(dee, band.id)).id
    const earlier = await createTestPractice(dee, band.id, { date: days(-30) })
    await tickSongs(earlier.id, [songId])
    id = (await createTestPractice(dee, band.id, { date: yesterday })).id
    await tickSongs(id, [songId])
  })

  test('songs practised at a practice that is moved to a coming day do not count as practised there until the practice is moved back', async () => {
    await change({ date: days(5) })
    expect([await last(), await ticked()]).toEqual([startOn(days(-30), '19:00'), []])
    await change({ date: yesterday })
    expect([await last(), await ticked()]).toEqual([startOn(yesterday, '19:00'), [songId]])
  })

  test('correcting the past date and start of a practice changes lastPractisedAt of its songs', async () => {
    await change({ date: days(-3), startTime: '20:00' })
    expect([await last(), await ticked()]).toEqual([startOn(days(-3), '20:00'), [songId]])
  })

  test.each([
    ['cancelled', () => change({ status: 'cancelled' }), () => change({ status: 'confirmed' })],
    ['deleted', () => dee.delete(`${base}/events/${id}`), () => dee.post(`${base}/events/${id}/restore`)],
  ])(
    'the songs of a practice that is %s do not count as practised there until the practice is confirmed or restored',
    async (_, end, undo) => {
      await end()
      expect(await last()).toBe(startOn(days(-30), '19:00'))
      await undo()
      expect([await last(), await ticked()]).toEqual([startOn(yesterday, '19:00'), [songId]])
    },
  )

  test('after a member is removed, songs practised at a practice of that member no longer count as practised there', async () => {
    const kits = await createTestPractice(kit, band.id, { date: yesterday, startTime: '21:00' })
    await tickSongs(kits.id, [songId])
    expect(await last()).toBe(startOn(yesterday, '21:00'))
    expect((await dee.delete(`${base}/members/${kitsCard.id}`)).status).toBe(204)
    expect(await last()).toBe(startOn(yesterday, '19:00'))
  })
})
