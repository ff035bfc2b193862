import type { ApiErrorCode } from '@gaffer/domain/shared/endpoint'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/api-error.ts'
import { errorResponse } from '#testing/error-response.ts'
import { changeOptions } from './use-change.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'

const songs = queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId: 'a' } })
const members = queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId: 'a' } })
const sessions = queryKeyOf('GET /api/me/sessions', {})
let client: QueryClient
let reply: () => Response

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(queryKeyOf('GET /api/me', {}), { bands: [{ bandId: 'a' }] })
  for (const key of [songs, members, sessions]) client.setQueryData(key, [])
  reply = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async () => reply())
})
afterEach(() => vi.unstubAllGlobals())

const refuse = (status: number, code: ApiErrorCode) => {
  reply = () => errorResponse(status, code)
}
const invalidatedNames = () =>
  [songs, members, sessions].filter((key) => client.getQueryState(key)?.isInvalidated).map(([name]) => name)

const removeSong = () =>
  new MutationObserver(
    client,
    changeOptions(client, 'DELETE /api/bands/:bandId/songs/:songId', {
      changes: 'songs',
      failure: null,
      input: (songId: string) => ({ params: { bandId: 'a', songId } }),
    }),
  ).mutate('s')

const endSession = () =>
  new MutationObserver(
    client,
    changeOptions(client, 'DELETE /api/me/sessions/:sessionId', {
      changes: 'session',
      failure: null,
      input: (sessionId: string) => ({ params: { sessionId } }),
      invalidates: ['GET /api/me/sessions'],
      isDoneIfNotFound: true,
    }),
  ).mutate('s')

it('a successful write invalidates the queries that its endpoint changes, and no other queries', async () => {
  await removeSong()
  expect(invalidatedNames()).toEqual(['GET /api/bands/:bandId/songs'])
})

it.each([
  ['not_found', 404],
  ['conflict', 409],
  ['stale', 412],
] as const)(
  'a write that fails with "%s" invalidates the queries of its endpoint, because they are outdated',
  async (code, status) => {
    refuse(status, code)
    await expect(removeSong()).rejects.toBeInstanceOf(ApiError)
    expect(invalidatedNames()).toEqual(['GET /api/bands/:bandId/songs'])
  },
)

it.each([
  ['not_allowed', 403],
  ['unavailable', 503],
] as const)('a write that fails with "%s" invalidates nothing', async (code, status) => {
  refuse(status, code)
  await expect(removeSong()).rejects.toBeInstanceOf(ApiError)
  expect(invalidatedNames()).toEqual([])
})

it('a deletion of a missing object succeeds if the mutation sets isDoneIfNotFound', async () => {
  refuse(404, 'not_found')
  expect(await endSession()).toBeUndefined()
  expect(invalidatedNames()).toEqual(['GET /api/me/sessions'])
  refuse(403, 'not_allowed')
  await expect(endSession()).rejects.toBeInstanceOf(ApiError)
})

it('a mutation with other changes than those of the endpoint table does not compile', () => {
  const wrong = () =>
    changeOptions(client, 'DELETE /api/bands/:bandId/songs/:songId', {
      // @ts-expect-error -- the table says songs
      changes: 'events',
      failure: null,
      input: (songId: string) => ({ params: { bandId: 'a', songId } }),
    })
  expect(wrong).toBeTypeOf('function')
})
