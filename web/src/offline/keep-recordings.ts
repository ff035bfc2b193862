// Recordings that a member keeps on this device, until the member removes them from the device or the server reports them as deleted or hidden.

import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { limits } from '@gaffer/domain/shared/limits'
import type { QueryClient } from '@tanstack/react-query'
import { hasErrorCode } from '#lib/api-error.ts'
import { readConnectionState } from '#lib/connection.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { keepFile } from './keep-file.ts'
import { deleteKeptFiles, listKeptFiles } from './kept-file-database.ts'
import { showKeptFiles, type MissingReason } from './kept-files-state.ts'
import type { KeptFile } from './stored-query-database.ts'

/** The version of every kept recording: the bytes of a recording never change. */
export const keptRecordingVersion = 1

/** Resolves to null once the recording is kept, else to the reason why not. Charts and recordings share `limits.keptFileBytes`. */
export async function keepRecording(
  client: QueryClient,
  bandId: string,
  { id, bytes, url }: Pick<ShownRecording, 'id' | 'bytes' | 'url'>,
): Promise<MissingReason | null> {
  const userId = client.getQueryData(meQueryOptions.queryKey)?.user.id
  // Without a database nothing is kept.
  const kept = await listKeptFiles().catch(() => null)
  if (!kept || userId === undefined) return 'browser full'
  if (sumBytes(kept) + bytes > limits.keptFileBytes) return 'no room'
  await navigator.storage?.persist?.()
  const row: KeptFile = { kind: 'recording', id, bandId, version: keptRecordingVersion, bytes }
  const reason = await keepFile(userId, row, url)
  await showKeptFiles()
  return reason
}

export async function removeKeptRecording(id: string): Promise<void> {
  await deleteKeptFiles([id])
  await showKeptFiles()
}

/** Removes kept recordings that the server reports as deleted or hidden. The reads also cache the other recordings, for pages without a network. */
export async function removeGoneRecordings(client: QueryClient): Promise<void> {
  // Without a database nothing is kept.
  const kept = await listKeptFiles().catch(() => [])
  for (const { kind, id, bandId } of kept) {
    if (kind !== 'recording' || readConnectionState().isLost) continue
    const params = { bandId, recordingId: id }
    try {
      await client.fetchQuery(endpointQueryOptions('GET /api/bands/:bandId/recordings/:recordingId', { params }))
    } catch (error) {
      if (hasErrorCode(error, 'not_found', 'hidden')) await removeKeptRecording(id)
    }
  }
}

export function sumBytes(files: readonly KeptFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
