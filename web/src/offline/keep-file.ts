// Downloads a file and keeps it on the device.

import { fetchOrThrow } from '#lib/request.ts'
import { readConnectionState } from '#lib/connection.ts'
import { storeKeptFile } from './kept-file-database.ts'
import type { MissingReason } from './kept-files-state.ts'
import type { KeptFile } from './stored-query-database.ts'

/** Resolves to null once the file is kept, else to the reason why not. `url` is null for a text chart; `prepare` is awaited before the download. */
export async function keepFile(
  userId: string,
  row: KeptFile,
  url: string | null,
  prepare?: () => Promise<void>,
): Promise<MissingReason | null> {
  if (url !== null && readConnectionState().isLost) return 'not read'
  try {
    await prepare?.()
    const content = url === null ? null : await (await fetchOrThrow(url)).arrayBuffer()
    return (await storeKeptFile(userId, row, content)) ? null : 'not read'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'browser full' : 'not read'
  }
}
