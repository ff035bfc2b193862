// Changes that pages keep without a network: repeated with their idempotency key, and only in their user's session.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { Band } from '@gaffer/domain/bands/band'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Note } from '@gaffer/domain/notes/note'
import type { Song } from '@gaffer/domain/songs/song'
import { createTestBand, createTestGig, createTestOptions, createTestPractice, joinBand } from '#testing/builders.ts'
import { createTestNote } from '#testing/notes.ts'
import { createTextChart, penStroke } from '#testing/charts.ts'
import type { TestClient } from '#testing/test-client.ts'
import { fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

afterEach(testClock.reset)

let dee: TestClient, ros: TestClient
let band: Band & { membership: Membership },
  gig: CalendarEntry,
  pastGig: CalendarEntry,
  practice: CalendarEntry,
  song: Song,
  note: Note,
  chart: Chart
let enquiry: Awaited<ReturnType<typeof createTestOptions>>

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ros = await server().createUser({ displayName: 'Ros' })
  band = await createTestBand(dee)
  await joinBand(dee, band.id, ros)
  gig = await createTestGig(dee, band.id)
  pastGig = await createTestGig(dee, band.id, { date: todayInLondon(testClock.now()) })
  practice = await createTestPractice(dee, band.id, { date: todayInLondon(testClock.now()) })
  enquiry = await createTestOptions(
    dee,
    band.id,
    [30, 37].map((days) => addDays(todayInLondon(testClock.now()), days)),
  )
  song = (await dee.post(`/api/bands/${band.id}/songs`, { title: 'Opener', artist: 'Us' })).body
  const about = { kind: 'event' as const, id: gig.id }
  note = await createTestNote(ros, band.id, about, { poll: { choices: ['Red', 'Black'] } })
  chart = await createTextChart(dee, { bandId: band.id, songId: song.id })
})

type Change = { method: string; path: string; first: unknown; later: unknown }

/** Each change, and a later change of the same data, which a repetition of the first must not undo. */
const changes: Record<string, () => Change> = {
  'an answer': () => ({
    method: 'PUT',
    path: `/events/${gig.id}/answers/${band.membership.id}`,
    first: { answer: 'yes' },
    later: { answer: 'no' },
  }),
  'answers to the options of an enquiry': () => ({
    method: 'PUT',
    path: `/option-groups/${enquiry.optionGroupId}/answers/${band.membership.id}`,
    first: { answers: enquiry.events.map(({ id }) => ({ eventId: id, answer: 'yes' })) },
    later: { answers: enquiry.events.map(({ id }) => ({ eventId: id, answer: 'no' })) },
  }),
  'an edit of an event': () => ({
    method: 'PATCH',
    path: `/events/${gig.id}`,
    first: { notes: 'First' },
    later: { notes: 'Later' },
  }),
  'an edit of a gig sheet': () => ({
    method: 'PUT',
    path: `/events/${gig.id}/gig-sheet`,
    first: { gear: 'First' },
    later: { gear: 'Later' },
  }),
  readiness: () => ({
    method: 'POST',
    path: `/songs/${song.id}/readiness`,
    first: { membershipId: band.membership.id, status: 'amber' },
    later: { membershipId: band.membership.id, status: 'green' },
  }),
  'a note on a song': () => ({
    method: 'PATCH',
    path: `/songs/${song.id}`,
    first: { note: 'First' },
    later: { note: 'Later' },
  }),
  'votes in a poll': () => ({
    method: 'PUT',
    path: `/notes/${note.id}/votes`,
    first: { choiceIds: note.poll?.choices.slice(0, 1).map(({ id }) => id) },
    later: { choiceIds: note.poll?.choices.slice(1).map(({ id }) => id) },
  }),
  'a note on an event': () => ({
    method: 'POST',
    path: '/notes',
    first: { about: { kind: 'event', id: gig.id }, text: 'First' },
    later: { about: { kind: 'event', id: gig.id }, text: 'Later' },
  }),
  'markup of a chart': () => ({
    method: 'PUT',
    path: `/charts/${chart.id}/markup`,
    first: { isShared: false, chartVersion: 1, pages: [{ page: 1, strokes: [penStroke] }] },
    later: { isShared: true, chartVersion: 1, pages: [] },
  }),
  'a lift': () => ({
    method: 'PUT',
    path: `/events/${gig.id}/lifts/${band.membership.id}`,
    first: { mode: 'own' },
    later: { mode: 'drives', seats: 2 },
  }),
  'what was played': () => ({
    method: 'PUT',
    path: `/events/${pastGig.id}/played`,
    first: { items: [{ songId: song.id }] },
    later: { items: [{ title: 'Happy Birthday' }] },
  }),
  'what was practised': () => ({
    method: 'PUT',
    path: `/events/${practice.id}/practised`,
    first: { songIds: [song.id] },
    later: { songIds: [] },
  }),
}

const readState = async () => {
  const reads = [
    `/events/${gig.id}`,
    `/events/${gig.id}/answers`,
    `/events/${gig.id}/gig-sheet`,
    `/events/${gig.id}/lifts`,
    `/events/${pastGig.id}/played`,
    `/option-groups/${enquiry.optionGroupId}`,
    '/songs',
    `/notes?about=event:${gig.id}`,
    `/charts/${chart.id}/markup`,
    `/events/${practice.id}/practised`,
  ]
  return Promise.all(reads.map(async (path) => (await dee.get(`/api/bands/${band.id}${path}`)).body))
}

test('a repeated request that marks a song as practised, with the same idempotency key, gets 204 and does not undo a later change', async () => {
  const url = `/api/bands/${band.id}/events/${practice.id}/practised/${song.id}`
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await dee.send('PUT', url, undefined, key)).status).toBe(204)
  expect((await ros.delete(url)).status).toBe(204)
  expect((await dee.send('PUT', url, undefined, key)).status).toBe(204)
  const { body } = await dee.get(`/api/bands/${band.id}/events/${practice.id}/practised`)
  expect(body).toEqual({ songIds: [] })
})

test.each(Object.keys(changes))(
  'a repeated request (%s) with the same idempotency key gets the first response and changes nothing',
  async (name) => {
    const { method, path, first, later } = changes[name]!()
    const url = `/api/bands/${band.id}${path}`
    const key = { 'idempotency-key': crypto.randomUUID(), 'x-gaffer-user': dee.user.id }
    const sent = await dee.send(method, url, first, key)
    expect((await dee.send(method, url, later)).status).toBe(sent.status)
    const before = await readState()
    const repeated = await dee.send(method, url, first, key)
    expect([repeated.status, repeated.body]).toEqual([sent.status, sent.body])
    expect(await readState()).toEqual(before)
  },
)

test('a request repeated with its idempotency key is applied again only after 30 days for an answer, and after 24 hours for a new song', async () => {
  const answersUrl = `/api/bands/${band.id}/events/${gig.id}/answers/${band.membership.id}`
  const answerOnce = () => dee.send('PUT', answersUrl, { answer: 'yes' }, { 'idempotency-key': 'an answer' })
  const addOnce = () =>
    dee.send('POST', `/api/bands/${band.id}/songs`, { title: 'Closer', artist: 'Us' }, { 'idempotency-key': 'a song' })
  await answerOnce()
  const added = await addOnce()
  await dee.put(answersUrl, { answer: 'no' })
  testClock.advance({ hours: 23 })
  expect((await addOnce()).body).toEqual(added.body)
  testClock.advance({ hours: 2 })
  expect((await addOnce()).body.id).not.toBe(added.body.id)
  const readAnswer = async () => (await dee.get(`/api/bands/${band.id}/events/${gig.id}`)).body.myAnswer
  // Extend the session: by default a session is shorter than 30 days.
  await server().services.db`update sessions set expires_at = ${fromNow({ days: 60 })} where user_id = ${dee.user.id}`
  testClock.advance({ days: 28 })
  await answerOnce()
  expect(await readAnswer()).toBe('no')
  testClock.advance({ days: 1 })
  await answerOnce()
  expect(await readAnswer()).toBe('yes')
})

test('a repeated withdrawal of an answer, with the same idempotency key, gets 204 and does not change a later answer', async () => {
  const url = `/api/bands/${band.id}/events/${gig.id}/answers/${band.membership.id}`
  const key = { 'idempotency-key': crypto.randomUUID() }
  await dee.put(url, { answer: 'yes' })
  expect((await dee.delete(url, key)).status).toBe(204)
  await dee.put(url, { answer: 'maybe' })
  expect((await dee.delete(url, key)).status).toBe(204)
  expect((await dee.get(`/api/bands/${band.id}/events/${gig.id}`)).body.myAnswer).toBe('maybe')
})

test.each(Object.keys(changes))('a change (%s) in another user’s session gets 401 and stores nothing', async (name) => {
  const { method, path, first } = changes[name]!()
  const before = await readState()
  const headers = { 'idempotency-key': crypto.randomUUID(), 'x-gaffer-user': dee.user.id }
  const refused = await ros.send(method, `/api/bands/${band.id}${path}`, first, headers)
  expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in'])
  expect(await readState()).toEqual(before)
})
