// The charts and recordings that are kept on the device: a row for each, and its content apart from it, so that a list of the rows reads
// no content. The files belong to the account of the stored queries, and are deleted together with those queries.

import { openStoredQueries, storedQueriesAccountKey, type KeptFile } from './stored-query-database.ts'

const stores = ['files', 'fileContents'] as const

export async function listKeptFiles(): Promise<KeptFile[]> {
  return (await openStoredQueries()).getAll('files')
}

/** The content of the file with this id in this version; null if it is not kept. */
export async function readKeptContent(id: string, version: number): Promise<ArrayBuffer | null> {
  const tx = (await openStoredQueries()).transaction(stores)
  const [row, content] = await Promise.all([tx.objectStore('files').get(id), tx.objectStore('fileContents').get(id)])
  return row?.version === version && content ? content : null
}

/**
 * Stores a file in place of an earlier version. Resolves to false, and stores nothing, if another account has signed in meanwhile.
 * `content` is null for a text chart.
 */
export async function storeKeptFile(userId: string, row: KeptFile, content: ArrayBuffer | null): Promise<boolean> {
  const tx = (await openStoredQueries()).transaction(['files', 'fileContents', 'account'], 'readwrite')
  const isOwn = (await tx.objectStore('account').get(storedQueriesAccountKey)) === userId
  const writes = isOwn
    ? [tx.objectStore('files').put(row), content && tx.objectStore('fileContents').put(content, row.id)]
    : []
  // Waits for the writes and for the transaction: if the browser's storage is full, either may reject.
  await Promise.all([...writes, tx.done])
  return isOwn
}

/** Changes rows and keeps their content. */
export async function updateKeptFiles(rows: readonly KeptFile[]): Promise<void> {
  const tx = (await openStoredQueries()).transaction('files', 'readwrite')
  await Promise.all([...rows.map((row) => tx.store.put(row)), tx.done])
}

export async function deleteKeptFiles(ids: readonly string[]): Promise<void> {
  const tx = (await openStoredQueries()).transaction(stores, 'readwrite')
  const deleted = ids.flatMap((id) => stores.map((name) => tx.objectStore(name).delete(id)))
  await Promise.all([...deleted, tx.done])
}
