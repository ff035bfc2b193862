import 'fake-indexeddb/auto'
import { hashKey, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shapesVersion } from 'virtual:stored-reads'
import { writeStored, deleteStored } from '#lib/browser-storage.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import {
  deleteAllStoredQueries,
  readStoredAccount,
  readStoredQueries,
  switchAccount,
  storeQuery,
} from './stored-query-database.ts'

const dayMs = 86_400_000
const me = queryKeyOf('GET /api/me', {})
const songs = (bandId: string) => queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } })
const event = (eventId: string) =>
  queryKeyOf('GET /api/bands/:bandId/events/:eventId', { params: { bandId: 'b1', eventId } })
const range = (startDate: string, endDate: string) =>
  queryKeyOf('GET /api/bands/:bandId/events', { params: { bandId: 'b1' }, query: { startDate, endDate } })
const ownEvents = queryKeyOf('GET /api/me/events', { query: { startDate: '2026-03-01', endDate: '2026-03-31' } })
const account = (id = 'u1', bandIds = ['b1', 'b2']) => ({ user: { id }, bands: bandIds.map((bandId) => ({ bandId })) })

const reload = vi.fn()
beforeEach(() => {
  vi.stubGlobal('location', { reload })
  writeStored('currentUser', JSON.stringify({ id: 'u1' }))
  reload.mockReset()
})
afterEach(async () => {
  await deleteAllStoredQueries()
  vi.useRealTimers()
  vi.resetModules()
})

/** Opens a page, which shows the stored queries. It gets a new module, because a page restores the queries only once. */
async function openPage() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const { restoreStoredQueries, forgetStoredQueries } = await import('./stored-queries.ts')
  const { ApiError } = await import('#lib/api-error.ts')
  await restoreStoredQueries(client)
  const read = (queryKey: readonly unknown[], reply: unknown) =>
    client
      .fetchQuery({ queryKey, queryFn: () => (reply instanceof Error ? Promise.reject(reply) : reply) })
      .catch(() => undefined)
  const readRefused = (queryKey: readonly unknown[], status: number, code: string) =>
    read(queryKey, new ApiError(status, '', JSON.stringify({ code, message: code })))
  return { client, read, readRefused, forget: forgetStoredQueries }
}

const storedRows = () => readStoredQueries({ shapes: shapesVersion, oldest: 0 })
const storedHashes = async () => (await storedRows()).map(({ queryKey }) => hashKey(queryKey)).toSorted()
const hashesOf = (...keys: (readonly unknown[])[]) => keys.map((key) => hashKey(key)).toSorted()

/** Opens a later page of the browser, with new modules. */
async function reopen() {
  vi.resetModules()
  return openPage()
}

it('a new page shows the data that an earlier page read, with the time of that read, and marks the data as outdated', async () => {
  const first = await openPage()
  await first.read(me, account())
  await first.read(songs('b1'), ['Opener'])
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1')))
  const readAt = first.client.getQueryState(songs('b1'))?.dataUpdatedAt
  const { client, read } = await reopen()
  expect(client.getQueryState(songs('b1'))).toMatchObject({
    data: ['Opener'],
    dataUpdatedAt: readAt,
    isInvalidated: true,
  })
  await read(songs('b1'), ['Opener', 'Closer'])
  expect(client.getQueryData(songs('b1'))).toEqual(['Opener', 'Closer'])
})

it('a stored query whose key has no address parameters is shown', async () => {
  const first = await openPage()
  await first.read(me, account())
  const activity = queryKeyOf('GET /api/bands/:bandId/activity')
  await first.read(activity, { pages: [] })
  await expect.poll(storedHashes).toEqual(hashesOf(me, activity))
  const { client } = await reopen()
  expect(client.getQueryData(activity)).toEqual({ pages: [] })
})

it('a read that fails leaves the stored data in place', async () => {
  const first = await openPage()
  await first.read(me, account())
  await first.read(songs('b1'), ['Opener'])
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1')))
  const { client, read, readRefused } = await reopen()
  await read(songs('b1'), new TypeError('Failed to fetch'))
  await readRefused(songs('b1'), 503, 'unavailable')
  expect(client.getQueryData(songs('b1'))).toEqual(['Opener'])
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1')))
})

it('a change of the cached data, such as a saved event, is stored', async () => {
  const { client, read } = await openPage()
  await read(me, account())
  await read(songs('b1'), ['Opener'])
  client.setQueryData(songs('b1'), ['Renamed'])
  await expect.poll(async () => (await storedRows()).map(({ data }) => data)).toContainEqual(['Renamed'])
})

it('replies of endpoints without `offline` are not stored', async () => {
  const { read } = await openPage()
  await read(me, account())
  await read(queryKeyOf('GET /api/me/notice-settings', {}), {})
  await read(songs('b1'), [])
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1')))
})

it('stored queries that were read more than 14 days ago, or stored with another version of the schemas, are not shown, and are deleted', async () => {
  await switchAccount('u1')
  const row = { bandId: 'b1', data: [], shapes: shapesVersion }
  const rowKey = (queryKey: readonly unknown[]) => ({ queryKey, hash: hashKey(queryKey) })
  await storeQuery('u1', { ...row, ...rowKey(me), bandId: '', data: account(), readAt: Date.now() })
  await storeQuery('u1', { ...row, ...rowKey(songs('b1')), readAt: Date.now() - 13 * dayMs })
  await storeQuery('u1', { ...row, ...rowKey(songs('b2')), readAt: Date.now() - 15 * dayMs })
  await storeQuery('u1', { ...row, ...rowKey(event('e1')), readAt: Date.now(), shapes: 'other' })
  const { client } = await openPage()
  expect(client.getQueryData(songs('b1'))).toEqual([])
  expect(client.getQueryData(songs('b2'))).toBeUndefined()
  expect(client.getQueryData(event('e1'))).toBeUndefined()
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1')))
})

it('a list of events that begins on the day of its read is shown the next day without the events that are over', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') })
  const entry = (date: string) => ({ date, endDate: null, startTime: null, endTime: null, isAllDay: true })
  const first = await openPage()
  await first.read(me, account())
  await first.read(range('2026-03-10', '2026-04-10'), [entry('2026-03-10'), entry('2026-03-12')])
  await first.read(range('2026-03-10', '2027-03-10'), [entry('2027-03-01')])
  await expect
    .poll(storedHashes)
    .toEqual(hashesOf(me, range('2026-03-10', '2026-04-10'), range('2026-03-10', '2027-03-10')))
  vi.setSystemTime(Date.parse('2026-03-11T12:00:00Z'))
  const { client } = await reopen()
  expect(client.getQueryData(range('2026-03-11', '2026-04-11'))).toEqual([entry('2026-03-12')])
  expect(client.getQueryData(range('2026-03-11', '2027-03-11'))).toEqual([entry('2027-03-01')])
})

it('once GET /api/me no longer lists a band, the stored queries of that band and the lists that span all bands are deleted', async () => {
  const { read } = await openPage()
  await read(me, account())
  for (const key of [songs('b1'), songs('b2'), event('e1'), ownEvents]) await read(key, [])
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1'), songs('b2'), event('e1'), ownEvents))
  const next = await reopen()
  await next.client.invalidateQueries({ queryKey: me })
  await next.read(me, account('u1', ['b2']))
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b2')))
  expect(next.client.getQueryData(songs('b1'))).toBeUndefined()
})

it('a 404 of an event deletes the stored query of that event and no other stored query', async () => {
  const { client, read, readRefused } = await openPage()
  await read(me, account())
  for (const key of [songs('b1'), event('e1'), event('e2')]) await read(key, [])
  await client.invalidateQueries({ queryKey: event('e1') })
  await readRefused(event('e1'), 404, 'not_found')
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1'), event('e2')))
  expect(client.getQueryState(me)?.isInvalidated).toBe(false)
})

it('after a 404 of a band, GET /api/me is read again', async () => {
  const { client, read, readRefused } = await openPage()
  await read(me, account())
  await read(songs('b1'), [])
  expect(client.getQueryState(me)?.isInvalidated).toBe(false)
  await client.invalidateQueries({ queryKey: songs('b1') })
  await readRefused(songs('b1'), 404, 'not_found')
  await expect.poll(() => client.getQueryState(me)?.isInvalidated).toBe(true)
})

it('GET /api/me of another account deletes the stored queries, and the page that shows data of the earlier account reloads', async () => {
  const first = await openPage()
  await first.read(me, account())
  await first.read(songs('b1'), ['Opener'])
  await expect.poll(storedHashes).toEqual(hashesOf(me, songs('b1')))
  const { client, read } = await reopen()
  await client.invalidateQueries()
  await read(me, account('u2', ['b3']))
  await expect.poll(storedHashes).toEqual(hashesOf(me))
  await expect.poll(() => reload.mock.calls).toHaveLength(1)
  expect(await readStoredAccount()).toBe('u2')
})

it('a 401 of GET /api/me deletes all stored queries', async () => {
  const { client, read, readRefused } = await openPage()
  await read(me, account())
  await read(songs('b1'), [])
  await client.invalidateQueries()
  await readRefused(me, 401, 'not_signed_in')
  await expect.poll(storedHashes).toEqual(hashesOf())
  expect(await readStoredAccount()).toBeNull()
})

it('a reply that arrives after a sign-out in this page or in another page is not stored', async () => {
  const { read, forget } = await openPage()
  await read(me, account())
  await deleteAllStoredQueries()
  await read(songs('b1'), [])
  await forget()
  await read(songs('b2'), [])
  expect(await storedHashes()).toEqual([])
})

it('a page of another account that signed in without a sign-out shows no stored data', async () => {
  const first = await openPage()
  await first.read(me, account())
  await expect.poll(storedHashes).toEqual(hashesOf(me))
  writeStored('currentUser', JSON.stringify({ id: 'u2' }))
  const { client } = await reopen()
  expect(client.getQueryData(me)).toBeUndefined()
})

it('while a sign-out has not reached the server, a page shows no stored data', async () => {
  const first = await openPage()
  await first.read(me, account())
  await expect.poll(storedHashes).toEqual(hashesOf(me))
  writeStored('signOutOwed', '1')
  const { client } = await reopen()
  deleteStored('signOutOwed')
  expect(client.getQueryData(me)).toBeUndefined()
})
