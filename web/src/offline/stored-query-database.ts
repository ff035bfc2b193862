// The stored queries in IndexedDB: a row for each query of one account, the one that GET /api/me named last. All tabs use it, and the
// service worker, which reads the account.

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

interface StoredQueries extends DBSchema {
  queries: { key: string; value: StoredQuery; indexes: { band: string } }
  /** The id of the account's user, under one key. */
  account: { key: string; value: string }
}

const databaseName = 'gaffer-queries'
const accountKey = 'id'

let opened: Promise<IDBPDatabase<StoredQueries>> | undefined

function open(): Promise<IDBPDatabase<StoredQueries>> {
  opened ??= openDB<StoredQueries>(databaseName, 1, {
    upgrade(db) {
      db.createObjectStore('queries', { keyPath: 'hash' }).createIndex('band', 'bandId')
      db.createObjectStore('account')
    },
    // The browser closed the database, for instance because it deleted the site's data.
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function writeBoth() {
  const tx = (await open()).transaction(['queries', 'account'], 'readwrite')
  return { tx, queries: tx.objectStore('queries'), account: tx.objectStore('account') }
}

/** The id of the user whose queries are stored; null after a sign-out and after the session has ended. */
export async function readStoredAccount(): Promise<string | null> {
  return (await (await open()).get('account', accountKey)) ?? null
}

/** The rows with the schemas `shapes` that were read since `oldest` (epoch ms); deletes the others. */
export async function readStoredQueries({
  shapes,
  oldest,
}: {
  shapes: string
  oldest: number
}): Promise<StoredQuery[]> {
  const rows = await (await open()).getAll('queries')
  const isUsable = (row: StoredQuery) => row.shapes === shapes && row.readAt >= oldest
  await deleteStoredQueries(rows.filter((row) => !isUsable(row)).map(({ hash }) => hash))
  return rows.filter(isUsable)
}

/** Makes `userId` the account, and deletes the rows of any other account. */
export async function storeAccount(userId: string): Promise<void> {
  const { tx, queries, account } = await writeBoth()
  if ((await account.get(accountKey)) !== userId) {
    await queries.clear()
    await account.put(userId, accountKey)
  }
  await tx.done
}

/** Stores a row, unless another account has signed in meanwhile or this one has signed out. */
export async function storeQuery(userId: string, row: StoredQuery): Promise<void> {
  const { tx, queries, account } = await writeBoth()
  if ((await account.get(accountKey)) === userId) await queries.put(row)
  await tx.done
}

export async function deleteStoredQueries(hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const tx = (await open()).transaction('queries', 'readwrite')
  await Promise.all([...hashes.map((hash) => tx.store.delete(hash)), tx.done])
}

/** Deletes the rows of bands that the user has left and, if there are any, the rows of no single band, which may name their events. */
export async function deleteStoredQueriesOfBands(isLeft: (bandId: string) => boolean): Promise<void> {
  const tx = (await open()).transaction('queries', 'readwrite')
  const byBand = tx.store.index('band')
  const left: string[] = []
  for (let cursor = await byBand.openKeyCursor(null, 'nextunique'); cursor; cursor = await cursor.continue())
    if (cursor.key !== '' && isLeft(cursor.key)) left.push(cursor.key)
  for (const bandId of left.length > 0 ? [...left, ''] : [])
    for (const hash of await byBand.getAllKeys(bandId)) await tx.store.delete(hash)
  await tx.done
}

/** Deletes all rows and forgets the account. */
export async function deleteAllStoredQueries(): Promise<void> {
  const { tx, queries, account } = await writeBoth()
  await Promise.all([queries.clear(), account.clear(), tx.done])
}
