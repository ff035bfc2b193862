import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'
import { makeChange } from './make-change.ts'
import { registerChangeAppliers } from '#lib/shown-changes.ts'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'
import { markConnectionLost, markConnected } from '#lib/connection.ts'
import { hasWaitingChange, readOutboxState } from './outbox-state.ts'
import { waitUntilChangesSent } from '#testing/all-changes-sent.ts'
import { readCurrentToast } from '#ui/toast-store.ts'
import { listChanges, removeChangesOfUser } from './outbox-store.ts'
import { startOutbox } from './page-outbox.ts'

registerChangeAppliers({
  'PATCH /api/bands/:bandId/events/:eventId': {
    reads: ['GET /api/bands/:bandId/events/:eventId'],
    apply: ({ reply, stored }) => Object.assign({}, reply, stored),
  },
})

const input = {
  params: { bandId: 'b1', eventId: 'e1' },
  body: { notes: 'New' },
  version: 1,
  idempotencyKey: 'k1',
}
const about = { id: 'e1', name: 'Tonight', before: { notes: 'Old' } }
const edit = () => makeChange(queryClient, 'PATCH /api/bands/:bandId/events/:eventId', input, about)

let reply: () => Promise<Response>
beforeEach(() => {
  reply = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', () => reply())
  queryClient.setQueryData(meQueryOptions.queryKey, { user: { id: 'u1' }, bands: [] } as never)
})
afterEach(async () => {
  markConnectionLost()
  await removeChangesOfUser('u1')
  await waitUntilChangesSent()
  markConnected()
  vi.restoreAllMocks()
})

it('after the browser deleted its storage, a toast says that waiting changes are gone', async () => {
  // No database exists yet: this is the first test of the file.
  writeStored('waiting', '2')
  await startOutbox()
  expect(readCurrentToast()).toMatchObject({ title: 'Changes are gone' })
  expect(readStored('waiting')).toBeNull()
})

it('a change that fails without a network is stored in the outbox with the idempotency key of the failed request', async () => {
  expect(await edit()).toBeNull()
  expect(await listChanges('u1')).toMatchObject([
    { idempotencyKey: 'k1', version: 1, subjectId: 'e1', words: 'Your changes to Tonight', before: { notes: 'Old' } },
  ])
  expect([hasWaitingChange('e1'), hasWaitingChange('e2'), readStored('waiting')]).toEqual([true, false, '1'])
})

it.each([
  ['POST /api/bands/:bandId/notes', { bandId: 'b1' }, 'Your note on Launch'],
  ['PUT /api/bands/:bandId/notes/:noteId/votes', { bandId: 'b1', noteId: 'n1' }, 'Your vote on Launch'],
  [
    'PUT /api/bands/:bandId/events/:eventId/lifts/:membershipId',
    { bandId: 'b1', eventId: 'e1', membershipId: 'm2' },
    'The lift to Launch that you set for another member',
  ],
  ['POST /api/bands/:bandId/songs/:songId/charts', { bandId: 'b1', songId: 's1' }, 'Your chart Launch'],
  [
    'POST /api/bands/:bandId/recordings/:recordingId/marks',
    { bandId: 'b1', recordingId: 'r1' },
    'Your marks in Launch',
  ],
  ['PATCH /api/bands/:bandId/songs/:songId', { bandId: 'b1', songId: 's1' }, 'Your notes on Launch'],
] as const)('a waiting change of %s %j is named %j', async (endpoint, params, words) => {
  await makeChange(queryClient, endpoint, { params, body: {}, idempotencyKey: 'k2' } as never, {
    id: 'x1',
    name: 'Launch',
  })
  expect(await listChanges('u1')).toMatchObject([{ words }])
})

it('a change that the server refuses is not stored in the outbox', async () => {
  markConnected()
  deleteStored('waiting')
  reply = async () => Response.json({ code: 'stale', message: 'Changed' }, { status: 412 })
  await expect(edit()).rejects.toMatchObject({ code: 'stale' })
  expect(await listChanges('u1')).toEqual([])
})

it('makeChange resolves for a change with isConflictKept that gets a 412, and the change stays in the outbox as a conflict', async () => {
  reply = async () => Response.json({ code: 'stale', message: 'Changed' }, { status: 412 })
  const name = 'PATCH /api/bands/:bandId/events/:eventId'
  expect(await makeChange(queryClient, name, input, { ...about, isConflictKept: true })).toBeNull()
  await expect.poll(() => readOutboxState().changes[0]?.problem?.kind).toBe('conflict')
  expect(await listChanges('u1')).toMatchObject([{ body: { notes: 'New' }, problem: { kind: 'conflict' } }])
})

it('a change that the server has stored is removed from the outbox, and the cached event has the changed notes and the new version', async () => {
  const { queryKey } = endpointQueryOptions('GET /api/bands/:bandId/events/:eventId', { params: input.params })
  queryClient.setQueryData(queryKey, { id: 'e1', notes: 'Old', version: 1 } as never)
  reply = async () => Response.json({ id: 'e1', notes: 'New', version: 2 })
  expect(await edit()).toMatchObject({ version: 2 })
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ notes: 'New', version: 2 })
  await expect.poll(() => listChanges('u1')).toEqual([])
})

it.each([
  [
    'POST /api/bands/:bandId/notes',
    { params: { bandId: 'b1' }, body: { id: 'n1', about: { kind: 'event', id: 'e1' }, text: 'Who drives?' } },
    endpointQueryOptions('GET /api/bands/:bandId/notes', { params: { bandId: 'b1' }, query: { about: 'event:e1' } }),
  ],
  [
    'PATCH /api/bands/:bandId/songs/:songId',
    { params: { bandId: 'b1', songId: 's1' }, body: { note: 'Capo 2' } },
    endpointQueryOptions('GET /api/bands/:bandId/songs', { params: { bandId: 'b1' } }),
  ],
] as const)('once %s is sent, the query that it changes is invalidated', async (endpoint, sent, { queryKey }) => {
  queryClient.setQueryData(meQueryOptions.queryKey, { user: { id: 'u1' }, bands: [{ bandId: 'b1' }] } as never)
  queryClient.setQueryData(queryKey, [] as never)
  reply = async () => Response.json({ version: 2 })
  await makeChange(queryClient, endpoint, { ...sent, idempotencyKey: 'k9' } as never, { id: 'x1', name: 'Tonight' })
  await expect.poll(() => queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('an edit from a form with an outdated version is sent with the version that the reply to the previous edit had', async () => {
  const versions: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    versions.push(new Headers(headers).get('if-match'))
    return Response.json({ id: 'e2', version: 4 + versions.length })
  })
  const params = { bandId: 'b1', eventId: 'e2' }
  for (const idempotencyKey of ['k2', 'k3']) {
    const seen = { ...input, params, version: 4, idempotencyKey }
    await makeChange(queryClient, 'PATCH /api/bands/:bandId/events/:eventId', seen, { ...about, id: 'e2' })
  }
  expect(versions).toEqual(['"4"', '"5"'])
})

it('a change whose first request gets a 500 is not stored in the outbox', async () => {
  reply = async () => Response.json({ code: 'failed', message: 'No' }, { status: 500 })
  await expect(edit()).rejects.toMatchObject({ status: 500 })
  expect(await listChanges('u1')).toEqual([])
})

it('while an earlier change waits, a new change is stored in the outbox behind the earlier change and not sent at once', async () => {
  markConnectionLost()
  await edit()
  const response = Promise.withResolvers<Response>()
  reply = async () => (await response.promise).clone()
  markConnected()
  expect(await edit()).toBeNull()
  expect(await listChanges('u1')).toHaveLength(2)
  response.resolve(Response.json({ version: 2 }))
})

it('if the storage is full, a change waits in the open page, a toast says "Waiting to send", and the change is sent once the connection is back', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  expect(await edit()).toBeNull()
  expect(readCurrentToast()).toMatchObject({ title: 'Waiting to send' })
  expect(hasWaitingChange('e1')).toBe(true)
  reply = async () => Response.json({ version: 2 })
  markConnected()
  await expect.poll(() => hasWaitingChange('e1')).toBe(false)
  expect(await listChanges('u1')).toEqual([])
})
