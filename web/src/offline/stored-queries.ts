// Stored queries: the query cache's data of endpoints with `offline: true`, kept in IndexedDB. A page shows this data before the
// server has responded, or without a network, and refetches it once. After that, the page's changes and the live updates invalidate it.

import { addMonths, todayInLondon } from '@gaffer/domain/shared/dates'
import { lastDayOfSpan, type Span } from '@gaffer/domain/shared/span'
import { hashKey, hydrate, type Query, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query'
import { shapesVersion, storedReads } from 'virtual:stored-reads'
import { hasErrorCode } from '#lib/api-error.ts'
import { readStored } from '#lib/browser-storage.ts'
import { endpointOfQueryKey, queryKeyOf, type ReadEndpointName } from '#lib/endpoint-query.ts'
import { invalidateMe } from '#lib/invalidation.ts'
import { type Me, isSignedOutError } from '#lib/me.ts'
import {
  deleteAllStoredQueries,
  deleteStoredQueries,
  deleteStoredQueriesOfBands,
  readStoredQueries,
  switchAccount,
  storeQuery,
  type StoredQuery,
} from './stored-query-database.ts'

const maxStoredAgeMs = 14 * 86_400_000
const storedReadNames: ReadonlySet<string> = new Set(storedReads)

/** The id of the user whose data this page shows; null until GET /api/me or its stored row has named one. */
let accountId: string | null = null
let restorePromise: Promise<void> | undefined

/** Puts the stored queries into the cache, and stores every later reply. Once per page; resolves also without a database. */
export function restoreStoredQueries(client: QueryClient): Promise<void> {
  restorePromise ??= restore(client)
  return restorePromise
}

async function restore(client: QueryClient): Promise<void> {
  // Never garbage-collected: the stored rows are read only once, and without a network a page may be opened again after any time.
  for (const name of storedReads) client.setQueryDefaults(queryKeyOf(name as ReadEndpointName), { gcTime: Infinity })
  client.getQueryCache().subscribe((event) => onCacheEvent(client, event))
  // Shows no stored data: its user has signed out, but the sign-out has not reached the server yet.
  if (readStored('signOutOwed') !== null) return
  const rows = await ignoreWithoutDatabase(
    readStoredQueries({ shapes: shapesVersion, oldest: Date.now() - maxStoredAgeMs }),
  )
  showRows(client, rows ?? [])
}

/**
 * Puts the rows into the cache as stale data, which components refetch. Ignores another user's rows, and rows of queries that already have data.
 */
function showRows(client: QueryClient, rows: readonly StoredQuery[]): void {
  const me = rows.find(({ queryKey }) => endpointOfQueryKey(queryKey)?.name === 'GET /api/me')?.data as Me | undefined
  if (!me || me.user.id !== readSessionUserId()) return
  accountId ??= me.user.id
  if (accountId !== me.user.id) return
  const uncachedRows = [...rows, ...listsFromToday(rows)].filter(
    ({ queryKey }) => client.getQueryData(queryKey) === undefined,
  )
  hydrate(client, {
    mutations: [],
    queries: uncachedRows.map(({ queryKey, hash: queryHash, data, readAt: dataUpdatedAt }) => ({
      queryKey,
      queryHash,
      dehydratedAt: dataUpdatedAt,
      state: { ...unreadState, data, dataUpdatedAt },
    })),
  })
}

const unreadState: Omit<Query['state'], 'data' | 'dataUpdatedAt'> = {
  dataUpdateCount: 0,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  fetchStatus: 'idle',
  isInvalidated: true,
  status: 'success',
}

/** The id of the user who signed in last in this browser; null after the session has ended. */
function readSessionUserId(): string | null {
  const storedUser = readStored('currentUser')
  return storedUser === null ? null : (JSON.parse(storedUser) as { id: string }).id
}

/**
 * Returns copies of the stored event lists whose range began on the day of the read, such as "the month ahead". The range of a copy begins
 * today: without a network, a page that is opened on a later day still shows the events that have not ended.
 */
function listsFromToday(rows: readonly StoredQuery[]): StoredQuery[] {
  const today = todayInLondon(new Date())
  const copies = new Map<string, StoredQuery>()
  for (const row of rows.toSorted((a, b) => a.readAt - b.readAt)) {
    const { name, address } = endpointOfQueryKey(row.queryKey) ?? {}
    const { startDate, endDate } = (address?.query ?? {}) as { startDate?: string; endDate?: string }
    if (!startDate || !endDate || !Array.isArray(row.data)) continue
    if (startDate >= today || startDate !== todayInLondon(new Date(row.readAt))) continue
    const query = { startDate: today, endDate: addMonths(today, monthsBetween(startDate, endDate)) }
    const queryKey = [name, { ...address, query }]
    const data = (row.data as Span[]).filter((entry) => lastDayOfSpan(entry) >= today)
    copies.set(hashKey(queryKey), { ...row, hash: hashKey(queryKey), queryKey, data })
  }
  const stored = new Set(rows.map(({ hash }) => hash))
  return [...copies.values()].filter(({ hash }) => !stored.has(hash))
}

function monthsBetween(from: string, to: string): number {
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return monthOf(to) - monthOf(from)
}

function onCacheEvent(client: QueryClient, event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return
  const { action, query } = event
  const endpoint = endpointOfQueryKey(query.queryKey)
  if (!endpoint || !storedReadNames.has(endpoint.name)) return
  if (action.type === 'error') void ignoreWithoutDatabase(deleteAfterError(client, query, action.error))
  else if (action.type !== 'success') return
  else if (endpoint.name === 'GET /api/me') void ignoreWithoutDatabase(storeMe(client, query))
  else if (accountId !== null) void ignoreWithoutDatabase(storeQuery(accountId, rowOf(query)))
}

function rowOf({ queryHash: hash, queryKey, state: { data, dataUpdatedAt: readAt } }: Query): StoredQuery {
  return { hash, queryKey, bandId: bandIdOf(queryKey), data, readAt, shapes: shapesVersion }
}

function bandIdOf(queryKey: readonly unknown[]): string {
  return endpointOfQueryKey(queryKey)?.address.params?.['bandId'] ?? ''
}

/** GET /api/me names the account and its bands: the rows of other accounts and of bands that the member has left are deleted. */
async function storeMe(client: QueryClient, query: Query): Promise<void> {
  const { user, bands } = query.state.data as Me
  const isOtherAccount = accountId !== null && accountId !== user.id
  accountId = user.id
  const isLeft = (bandId: string) => bandId !== '' && bands.every((own) => own.bandId !== bandId)
  client.removeQueries({ predicate: ({ queryKey }) => isLeft(bandIdOf(queryKey)), type: 'inactive' })
  await switchAccount(user.id)
  await deleteStoredQueriesOfBands(isLeft)
  await storeQuery(user.id, rowOf(query))
  // The page shows another account's data: the session was replaced without a sign-out.
  if (isOtherAccount) location.reload()
}

/**
 * Deletes all stored queries if GET /api/me says that the session has ended, and a single query after its 404. After a 404 of an endpoint
 * with only a band id, reads GET /api/me again: the user may have left the band.
 */
async function deleteAfterError(client: QueryClient, { queryHash, queryKey }: Query, error: unknown): Promise<void> {
  const { name, address } = endpointOfQueryKey(queryKey) ?? {}
  if (name === 'GET /api/me') return isSignedOutError(error) ? forgetStoredQueries() : undefined
  if (!hasErrorCode(error, 'not_found')) return
  await deleteStoredQueries([queryHash])
  const hasOnlyBandId = Object.keys(address?.params ?? {}).join() === 'bandId'
  if (hasOnlyBandId) await invalidateMe(client)
}

/** Deletes the stored queries at the end of a session. Replies that arrive later are not stored. */
export async function forgetStoredQueries(): Promise<void> {
  accountId = null
  await ignoreWithoutDatabase(deleteAllStoredQueries())
}

/** Ignores errors of the database: without it, or if it is full, pages need a network. */
function ignoreWithoutDatabase<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch(() => undefined)
}
