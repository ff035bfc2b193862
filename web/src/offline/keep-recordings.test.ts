import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { meQueryOptions } from '#lib/me.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { keepRecording, keptRecordingVersion, removeGoneRecordings } from './keep-recordings.ts'
import { listKeptFiles, readKeptContent } from './kept-file-database.ts'
import { deleteAllStoredQueries, switchAccount } from './stored-query-database.ts'

const client = new QueryClient()
const recording = (id: string, bytes = 3) => ({ id, bytes, url: `/${id}` })
const keptIds = async () => (await listKeptFiles()).map(({ id }) => id)

beforeEach(async () => {
  const user = aUser()
  await deleteAllStoredQueries()
  await switchAccount(user.id)
  client.clear()
  client.setQueryData(meQueryOptions.queryKey, { user, bands: [] })
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array([1, 2, 3])))
})
afterEach(() => vi.restoreAllMocks())

test('a kept recording is stored byte for byte, and is gone after a sign-out', async () => {
  expect(await keepRecording(client, 'b', recording('r'))).toBeNull()
  expect(await readKeptContent('r', keptRecordingVersion)).toEqual(new Uint8Array([1, 2, 3]).buffer)
  await deleteAllStoredQueries()
  expect(await keptIds()).toEqual([])
})

test('a recording that does not fit into the limit of a device is refused, and the recordings that are kept stay', async () => {
  expect(await keepRecording(client, 'b', recording('one', limits.keptFileBytes - 2))).toBeNull()
  expect(await keepRecording(client, 'b', recording('two'))).toBe('no room')
  expect(await keptIds()).toEqual(['one'])
})

test('keepRecording returns "browser full" if the browser has no space and "not read" after a failed download, and stores nothing', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(await keepRecording(client, 'b', recording('r'))).toBe('browser full')
  vi.stubGlobal('fetch', async () => errorResponse(503, 'unavailable'))
  expect(await keepRecording(client, 'b', recording('r'))).toBe('not read')
  expect(await keptIds()).toEqual([])
})

test.each([
  ['is deleted', 404, 'not_found', []],
  ['is hidden', 410, 'hidden', []],
  ['cannot be read now', 503, 'unavailable', ['r']],
] as const)(
  'when a kept recording %s (%i, %s), removeGoneRecordings leaves the kept ids %j',
  async (_, status, code, expected) => {
    await keepRecording(client, 'b', recording('r'))
    vi.stubGlobal('fetch', async () => errorResponse(status, code))
    await removeGoneRecordings(client)
    expect(await keptIds()).toEqual(expected)
  },
)
