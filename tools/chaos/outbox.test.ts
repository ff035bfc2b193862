// The outbox of the pages against a real server: the page and the server are killed between each two steps of sending 50 changes.

import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { createTestBand, createTestGig, joinBand } from '../../server/src/testing/builders.ts'
import { endAllProcesses } from '../../server/src/testing/launch-program.ts'
import type { TestClient } from '../../server/src/testing/test-client.ts'
import {
  addChange,
  listChanges,
  removeChangesOfUser,
  type NewOutboxChange,
} from '../../web/src/offline/outbox-store.ts'
import { sendOutbox } from '../../web/src/offline/send-outbox.ts'
import { dateInDays } from './dates.ts'
import { createPageFetch, originalFetch } from './page-fetch.ts'
import { startServerUnderTest, type ServerUnderTest } from './server-under-test.ts'

const changeCount = 50

let server: ServerUnderTest
let dee: TestClient, userId: string
let band: Band & { membership: Membership }, gig: CalendarEntry, song: Song

beforeAll(async () => {
  server = await startServerUnderTest()
  dee = server.founder
  userId = (await dee.get('/api/me')).body.user.id
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server?.end()
  await endAllProcesses()
})

beforeEach(async () => {
  await removeChangesOfUser(userId)
  band = await createTestBand(dee, { name: `Band ${crypto.randomUUID()}` })
  gig = await createTestGig(dee, band.id, { date: dateInDays(100) })
  song = (await dee.post(`/api/bands/${band.id}/songs`, { title: 'Opener', artist: 'Us' })).body
})

type SendStep = 'before it is sent' | 'after the server has stored it' | 'after the reply'
class KilledError extends Error {}

/**
 * Replaces `fetch` with that of a page, with the session cookie that the browser has at that moment. `at` may kill the page or the server.
 * Returns the idempotency keys of the requests that the server has answered.
 */
function usePage(caller: TestClient, at: (step: SendStep, key: string) => void | Promise<void> = () => undefined) {
  const sent: string[] = []
  const fetchAsPage = createPageFetch(caller)
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    // A request of the test's own clients.
    if (!path.startsWith('/')) return originalFetch(path, options)
    const key = new Headers(options.headers).get('idempotency-key') ?? ''
    await at('before it is sent', key)
    const response = await fetchAsPage(path, options)
    sent.push(key)
    await at('after the server has stored it', key)
    const text = await response.text()
    await at('after the reply', key)
    const isEmpty = response.status === 204
    return new Response(isEmpty ? null : text, { status: response.status, headers: response.headers })
  })
  return sent
}

const newChange = (fields: Pick<NewOutboxChange, 'endpoint' | 'body'> & Partial<NewOutboxChange>): NewOutboxChange => ({
  userId,
  params: { bandId: band.id, eventId: gig.id },
  version: null,
  idempotencyKey: crypto.randomUUID(),
  subjectId: gig.id,
  words: 'A change',
  before: null,
  ...fields,
})
const newEdit = (notes: string, version = gig.version) =>
  newChange({ endpoint: 'PATCH /api/bands/:bandId/events/:eventId', body: { notes }, version })
const newAnswer = (given: string) =>
  newChange({
    endpoint: 'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId',
    params: { bandId: band.id, eventId: gig.id, membershipId: band.membership.id },
    body: { answer: given, comment: null },
  })
const newSongNote = (note: string) =>
  newChange({
    endpoint: 'PATCH /api/bands/:bandId/songs/:songId',
    params: { bandId: band.id, songId: song.id },
    subjectId: song.id,
    body: { note },
  })
const newReadiness = (status: string) =>
  newChange({
    endpoint: 'POST /api/bands/:bandId/songs/:songId/readiness',
    params: { bandId: band.id, songId: song.id },
    subjectId: song.id,
    body: { membershipId: band.membership.id, status },
  })

/** Fifty changes of all kinds. Every edit is based on the version that was on the phone. */
async function fillOutbox(): Promise<{ notes: string[]; keys: string[] }> {
  const notes: string[] = []
  const keys: string[] = []
  for (let at = 0; at < changeCount; at += 1) {
    const last = at >= changeCount - 4
    if (at % 4 === 0) notes.push(`note ${at}`)
    const kinds = [
      () => newEdit(`note ${at}`),
      () => newAnswer(last ? 'yes' : 'no'),
      () => newSongNote(`song ${at}`),
      () => newReadiness(last ? 'green' : 'amber'),
    ]
    const change = kinds[at % 4]!()
    keys.push(change.idempotencyKey)
    await addChange(change)
  }
  return { notes, keys }
}

async function expectAllAppliedOnce(notes: string[]) {
  expect(await listChanges(userId)).toEqual([])
  const history = (await dee.get(`/api/bands/${band.id}/events/${gig.id}/history`)).body as EventHistoryEntry[]
  const written = history.flatMap(({ fields }) => fields.filter(({ field }) => field === 'notes').map(({ to }) => to))
  expect(written.toReversed()).toEqual(notes)
  const event = (await dee.get(`/api/bands/${band.id}/events/${gig.id}`)).body as CalendarEntry
  expect([event.version, event.myAnswer]).toEqual([gig.version + notes.length, 'yes'])
  const [stored] = (await dee.get(`/api/bands/${band.id}/songs`)).body as Song[]
  expect(stored?.note).toBe('song 46')
  expect(stored?.readiness).toEqual([{ membershipId: band.membership.id, status: 'green' }])
}

const steps: SendStep[] = ['before it is sent', 'after the server has stored it', 'after the reply']

test('each of 50 changes is applied once and in order although the page is killed at every step', async () => {
  const { notes, keys } = await fillOutbox()
  const killedAt = new Set<string>()
  const sent = usePage(dee, (step, key) => {
    if (killedAt.has(key + step)) return
    killedAt.add(key + step)
    throw new KilledError()
  })
  let runs = 0
  while ((await sendOutbox(userId)).kind === 'later') runs += 1
  expect(runs).toBe(changeCount * steps.length)
  // The changes reach the server in the order of the outbox, each three times: twice its reply is lost.
  expect([...new Set(sent)]).toEqual(keys)
  expect(sent.length).toBe(changeCount * steps.length)
  await expectAllAppliedOnce(notes)
})

test('each change is applied once and in order although the server is killed before or after its commit', async () => {
  const { notes, keys } = await fillOutbox()
  const kills: [number, SendStep][] = [
    [5, 'before it is sent'],
    [20, 'after the server has stored it'],
  ]
  let count = 0
  const sent = usePage(dee, async (step) => {
    if (step === 'before it is sent') count += 1
    if (!kills.some(([at, when]) => at === count && when === step)) return
    kills.shift()
    await server.kill()
    await server.restart()
    throw new KilledError()
  })
  while ((await sendOutbox(userId)).kind === 'later') expect(count).toBeLessThan(changeCount * 2)
  expect(kills).toEqual([])
  expect([...new Set(sent)]).toEqual(keys)
  await expectAllAppliedOnce(notes)
})

test('two simultaneous calls of sendOutbox send each change once and in order', async () => {
  const { notes, keys } = await fillOutbox()
  const sent = usePage(dee)
  await Promise.all([sendOutbox(userId), sendOutbox(userId)])
  expect(sent).toEqual(keys)
  await expectAllAppliedOnce(notes)
})

test('an edit of an outdated version of an event is kept as a conflict and holds back later edits of that event only', async () => {
  const { notes } = await fillOutbox()
  await dee.patch(`/api/bands/${band.id}/events/${gig.id}`, { title: 'Moved' })
  usePage(dee)
  expect(await sendOutbox(userId)).toEqual({ kind: 'handled' })
  const left = await listChanges(userId)
  expect(left).toHaveLength(notes.length)
  expect(left.map(({ problem }) => problem?.kind)).toEqual(['conflict', ...notes.slice(1).map(() => undefined)])
  expect(new Set(left.map(({ endpoint, subjectId }) => `${endpoint.split(' ')[0]} ${subjectId}`))).toEqual(
    new Set([`PATCH ${gig.id}`]),
  )
})

test('no change is sent in the session of another account, even one that may edit the event', async () => {
  const kit = await server.createPerson('Kit')
  await joinBand(dee, band.id, kit)
  await addChange(newEdit('from Dee'))
  usePage(kit)
  expect(await sendOutbox(userId)).toEqual({ kind: 'signed-out' })
  const event = (await dee.get(`/api/bands/${band.id}/events/${gig.id}`)).body as CalendarEntry
  expect(event.notes).toBeNull()
  usePage(dee)
  expect(await sendOutbox(userId)).toEqual({ kind: 'handled' })
  expect((await dee.get(`/api/bands/${band.id}/events/${gig.id}`)).body.notes).toBe('from Dee')
})
