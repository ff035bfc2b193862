// The IndexedDB database of the account that GET /api/me named last: a row for each stored query, and charts
// and recordings (kept-file-database.ts). All tabs use it, and the service worker, which reads the account.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

export type StoredQuery = {
  /** TanStack Query's hash of the query key. */
  hash: string
  queryKey: readonly unknown[]
  /** The band of the query; '' for a query of all bands or of none. */
  bandId: string
  data: unknown
  /** When the server sent the data, in epoch ms. */
  readAt: number
  /** The version of the endpoints' schemas that the data has. */
  shapes: string
}

type KeptFileFields = { id: string; bandId: string; version: number; bytes: number }
/** `neededOn` is the day of the next gig or practice that needs the chart, or of the last one if none is ahead. */
export type KeptChart = KeptFileFields & { kind: 'chart'; neededOn: string }
export type KeptFile = KeptChart | (KeptFileFields & { kind: 'recording' })

interface StoredQueries extends DBSchema {
  queries: { key: string; value: StoredQuery; indexes: { band: string } }
  /** The id of the account's user, under one key. */
  account: { key: string; value: string }
  files: { key: string; value: KeptFile }
  /** The contents, by the id of the file. */
  fileContents: { key: string; value: ArrayBuffer }
}

const databaseName = 'gaffer-queries'
export const storedQueriesAccountKey = 'id'
const allStores = ['queries', 'account', 'files', 'fileContents'] as const

let databasePromise: Promise<IDBPDatabase<StoredQueries>> | undefined

export function openStoredQueries(): Promise<IDBPDatabase<StoredQueries>> {
  databasePromise ??= openDB<StoredQueries>(databaseName, 2, {
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        db.createObjectStore('queries', { keyPath: 'hash' }).createIndex('band', 'bandId')
        db.createObjectStore('account')
      }
      db.createObjectStore('files', { keyPath: 'id' })
      db.createObjectStore('fileContents')
    },
    // Closes this connection for a page of a newer version, which cannot upgrade the database before.
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
    // The browser closed the database, for instance because it deleted the site's data.
    terminated: () => (databasePromise = undefined),
  }).catch((error: unknown) => {
    databasePromise = undefined
    throw error
  })
  return databasePromise
}

/** Makes `userId` the account, and deletes all data of an earlier account. */
export async function switchAccount(userId: string): Promise<void> {
  const tx = (await openStoredQueries()).transaction(allStores, 'readwrite')
  const account = tx.objectStore('account')
  if ((await account.get(storedQueriesAccountKey)) !== userId) {
    await Promise.all(allStores.map((name) => tx.objectStore(name).clear()))
    await account.put(userId, storedQueriesAccountKey)
  }
  await tx.done
}

/** The id of the user whose queries are stored; null before the first sign-in and after the session has ended. */
export async function readStoredAccount(): Promise<string | null> {
  return (await (await openStoredQueries()).get('account', storedQueriesAccountKey)) ?? null
}

/** The rows with the schemas `shapes` that were read since `oldest` (epoch ms). Deletes all other rows. */
export async function readStoredQueries({
  shapes,
  oldest,
}: {
  shapes: string
  oldest: number
}): Promise<StoredQuery[]> {
  const rows = await (await openStoredQueries()).getAll('queries')
  const isUsable = (row: StoredQuery) => row.shapes === shapes && row.readAt >= oldest
  await deleteStoredQueries(rows.filter((row) => !isUsable(row)).map(({ hash }) => hash))
  return rows.filter(isUsable)
}

/** Stores a row of the user, unless the user has signed out meanwhile or another account has signed in. */
export async function storeQuery(userId: string, row: StoredQuery): Promise<void> {
  const tx = (await openStoredQueries()).transaction(['queries', 'account'], 'readwrite')
  if ((await tx.objectStore('account').get(storedQueriesAccountKey)) === userId)
    await tx.objectStore('queries').put(row)
  await tx.done
}

export async function deleteStoredQueries(hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const tx = (await openStoredQueries()).transaction('queries', 'readwrite')
  await Promise.all([...hashes.map((hash) => tx.store.delete(hash)), tx.done])
}

/**
 * Deletes the files and the rows of bands that the user has left. If there are such rows, also deletes the rows that belong to no single
 * band, which may name events of the left bands.
 */
export async function deleteStoredQueriesOfBands(isLeft: (bandId: string) => boolean): Promise<void> {
  const tx = (await openStoredQueries()).transaction(['queries', 'files', 'fileContents'], 'readwrite')
  const queries = tx.objectStore('queries')
  const byBand = queries.index('band')
  const leftBandIds: string[] = []
  for (let cursor = await byBand.openKeyCursor(null, 'nextunique'); cursor; cursor = await cursor.continue())
    if (cursor.key !== '' && isLeft(cursor.key)) leftBandIds.push(cursor.key)
  for (const bandId of leftBandIds.length > 0 ? [...leftBandIds, ''] : [])
    for (const hash of await byBand.getAllKeys(bandId)) await queries.delete(hash)
  for (const { id, bandId } of await tx.objectStore('files').getAll()) {
    if (!isLeft(bandId)) continue
    await tx.objectStore('files').delete(id)
    await tx.objectStore('fileContents').delete(id)
  }
  await tx.done
}

/** Deletes everything and forgets the account. */
export async function deleteAllStoredQueries(): Promise<void> {
  const tx = (await openStoredQueries()).transaction(allStores, 'readwrite')
  await Promise.all([...allStores.map((name) => tx.objectStore(name).clear()), tx.done])
}
