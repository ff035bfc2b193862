// The stored queries of a browser, from which pages open without a network.

import type { Page } from '@playwright/test'

/** A stored query: the name of its endpoint, such as "GET /api/me", and its band, '' for all bands or none. */
type StoredQuery = { endpoint: string; bandId: string }

/** Reads the stored queries. First deletes the queries of endpoints whose name contains `deleted`. */
export function readStoredQueries(page: Page, { deleted }: { deleted?: string } = {}): Promise<StoredQuery[]> {
  return page.evaluate(async (deleted) => {
    // Opening a database that does not exist would create it, without its tables.
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'gaffer-queries')) return []
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const db = await resultOf(indexedDB.open('gaffer-queries'))
    const store = db.transaction('queries', 'readwrite').objectStore('queries')
    const rows: { hash: string; queryKey: [string]; bandId: string }[] = await resultOf(store.getAll())
    const kept = rows.filter(({ queryKey }) => deleted === undefined || !queryKey[0].includes(deleted))
    for (const { hash } of rows.filter((row) => !kept.includes(row))) await resultOf(store.delete(hash))
    db.close()
    return kept.map(({ queryKey, bandId }) => ({ endpoint: queryKey[0], bandId }))
  }, deleted)
}

export async function readStoredEndpoints(page: Page): Promise<string[]> {
  return (await readStoredQueries(page)).map(({ endpoint }) => endpoint)
}
