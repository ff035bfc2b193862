import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  addChange,
  listChanges,
  removeChangesOfUser,
  removeOldChangesOfOtherUsers,
  type NewOutboxChange,
} from './outbox-store.ts'
import { sendOutbox } from './send-outbox.ts'

const dayMs = 86_400_000
let sent: { path: string; options: RequestInit }[]
let reply: (path: string) => Response | Promise<Response>

beforeEach(() => {
  sent = []
  reply = () => Response.json({ version: 2 })
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    sent.push({ path, options })
    return reply(path)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await removeChangesOfUser('u1')
  await removeChangesOfUser('u2')
})

let made = 0
const change = (fields: Partial<NewOutboxChange> = {}): NewOutboxChange => {
  made += 1
  return {
    userId: 'u1',
    endpoint: 'PATCH /api/bands/:bandId/events/:eventId',
    params: { bandId: 'b1', eventId: 'e1' },
    body: { notes: `note ${made}` },
    version: 1,
    idempotencyKey: `key ${made}`,
    subjectId: 'e1',
    words: 'Your changes to Tonight',
    before: null,
    ...fields,
  }
}
const songNote = () =>
  change({
    endpoint: 'PATCH /api/bands/:bandId/songs/:songId',
    params: { bandId: 'b1', songId: 's1' },
    version: null,
    subjectId: 's1',
  })
const refusal = (status: number, code: string, message = 'Not today') => Response.json({ code, message }, { status })
const headersOf = (at: number) => new Headers(sent[at]?.options.headers)

it('a change is sent with its idempotency key, its version and its user, and then removed from the outbox', async () => {
  const made = change()
  await addChange(made)
  expect(await sendOutbox('u1')).toEqual({ kind: 'handled' })
  expect(sent.map(({ path, options }) => [options.method, path, options.body])).toEqual([
    ['PATCH', '/api/bands/b1/events/e1', JSON.stringify(made.body)],
  ])
  const names = ['idempotency-key', 'if-match', 'x-gaffer-user', 'content-type']
  expect(names.map((name) => headersOf(0).get(name))).toEqual([made.idempotencyKey, '"1"', 'u1', 'application/json'])
  expect(await listChanges('u1')).toEqual([])
})

it('a waiting DELETE is sent without a body, and an empty response removes the DELETE from the outbox', async () => {
  const endpoint = 'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId'
  await addChange(
    change({ endpoint, params: { bandId: 'b1', eventId: 'e1', membershipId: 'm1' }, body: undefined, version: null }),
  )
  reply = () => new Response(null, { status: 204 })
  await sendOutbox('u1')
  expect([sent[0]?.options.method, sent[0]?.options.body, headersOf(0).get('if-match')]).toEqual([
    'DELETE',
    undefined,
    null,
  ])
  expect(await listChanges('u1')).toEqual([])
})

it('a later edit of an event is sent with the version that the earlier edit returned', async () => {
  await addChange(change())
  await addChange(change())
  let version = 4
  reply = () => Response.json({ version: (version += 1) })
  await sendOutbox('u1')
  expect([headersOf(0).get('if-match'), headersOf(1).get('if-match')]).toEqual(['"1"', '"5"'])
})

it.each([
  ['a server error', () => refusal(500, 'failed'), 0],
  ['an unavailable database', () => refusal(503, 'unavailable'), 0],
  [
    'too many requests',
    () => Response.json({ code: 'too_many_requests', message: '' }, { status: 429, headers: { 'retry-after': '7' } }),
    7000,
  ],
  [
    "a proxy's error page",
    () => new Response('<h1>Forbidden</h1>', { status: 403, headers: { 'content-type': 'text/html' } }),
    0,
  ],
  ["a captive portal's page", () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }), 0],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 0],
])('after %s the change stays in the outbox, and later changes are not sent', async (_, respond, retryAfterMs) => {
  await addChange(change())
  await addChange(songNote())
  reply = respond
  expect(await sendOutbox('u1')).toEqual({ kind: 'later', retryAfterMs })
  expect(sent).toHaveLength(1)
  expect((await listChanges('u1')).map(({ problem }) => problem)).toEqual([null, null])
})

it.each([
  [404, 'not_found', 'Your changes to Tonight: it has been deleted, or you are no longer in the band.'],
  [403, 'not_allowed', 'Your changes to Tonight: Not today.'],
  [409, 'conflict', 'Your changes to Tonight: Not today.'],
  [400, 'invalid_input', 'Your changes to Tonight: Not today.'],
  [413, 'too_large', 'Your changes to Tonight: Not today.'],
  [507, 'storage_full', 'Your changes to Tonight: Not today.'],
])(
  'after a %i the change stays in the outbox with a text for the member and is not sent again, and later changes are sent',
  async (status, code, text) => {
    await addChange(change())
    await addChange(songNote())
    reply = (path) => (path.includes('/songs/') ? Response.json({}) : refusal(status, code))
    expect(await sendOutbox('u1')).toEqual({ kind: 'handled' })
    expect((await listChanges('u1')).map(({ problem }) => problem)).toEqual([{ kind: 'refused', text }])
    await sendOutbox('u1')
    expect(sent, 'it is not sent again').toHaveLength(2)
  },
)

it('after a 401 the waiting changes stay in the outbox', async () => {
  await addChange(change())
  reply = () => refusal(401, 'not_signed_in')
  expect(await sendOutbox('u1')).toEqual({ kind: 'signed-out' })
  expect(await listChanges('u1')).toHaveLength(1)
})

it('the changes of one account are neither listed nor sent for another account, and removeOldChangesOfOtherUsers deletes these changes after 14 days', async () => {
  await addChange(change())
  expect(await listChanges('u2')).toEqual([])
  expect(await sendOutbox('u2')).toEqual({ kind: 'handled' })
  expect(sent).toEqual([])
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 13 * dayMs })
  await removeOldChangesOfOtherUsers('u2')
  expect(await listChanges('u1')).toHaveLength(1)
  vi.setSystemTime(now + 15 * dayMs)
  await removeOldChangesOfOtherUsers('u1')
  expect(await listChanges('u1')).toHaveLength(1)
  await removeOldChangesOfOtherUsers('u2')
  expect(await listChanges('u1')).toEqual([])
})

it('changes are sent in the order in which they were made, also if the clock jumps by a day between them', async () => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  const keys: string[] = []
  for (const days of [0, 1, -1]) {
    vi.setSystemTime(now + days * dayMs)
    const one = change()
    keys.push(one.idempotencyKey)
    await addChange(one)
  }
  await sendOutbox('u1')
  expect(sent.map((_, at) => headersOf(at).get('idempotency-key'))).toEqual(keys)
})

it('a change from over 30 days ago and later edits of its object are not sent, and changes of other objects are sent', async () => {
  await addChange(change({ madeAt: Date.now() - 31 * dayMs }))
  await addChange(change())
  await addChange(songNote())
  expect(await sendOutbox('u1')).toEqual({ kind: 'handled' })
  expect(sent.map(({ path }) => path)).toEqual(['/api/bands/b1/songs/s1'])
  expect((await listChanges('u1')).map(({ problem }) => problem)).toEqual([{ kind: 'old' }, null])
})

it('a change from 29 days ago is sent', async () => {
  await addChange(change({ madeAt: Date.now() - 29 * dayMs }))
  await sendOutbox('u1')
  expect(sent).toHaveLength(1)
})

it('a change that a page of release 2.0.0 has written to the database is sent', async () => {
  const db = await openDB('gaffer-outbox', 1, {
    upgrade: (created) =>
      void created.createObjectStore('changes', { keyPath: 'id', autoIncrement: true }).createIndex('user', 'userId'),
  })
  // The fields of a row of release 2.0.0.
  await db.add('changes', { ...change(), madeAt: Date.now(), problem: null })
  db.close()
  expect(await sendOutbox('u1')).toEqual({ kind: 'handled' })
  expect(sent.map(({ path }) => path)).toEqual(['/api/bands/b1/events/e1'])
  expect(await listChanges('u1')).toEqual([])
})
