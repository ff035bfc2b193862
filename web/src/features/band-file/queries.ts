// The requests that import a band from a file or a zip.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BandFileInput } from '@gaffer/domain/band-file/band-file-input'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { uploadFile } from '#features/files/upload-file.ts'
import { NetworkError } from '#lib/api-error.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { BandFileError } from './read-band-file.ts'

/** `membershipId` is the id of the user's membership in the file; null if the user becomes a new member. */
type BandFileImport = { file: BandFileInput; membershipId: string | null; idempotencyKey: string }

/** Imports a band file. When the mutation resolves, the cached `me` contains the new band. */
export function useImportBandFile() {
  return useChange('POST /api/bands/import', {
    changes: 'members',
    failure: null,
    input: ({ file, membershipId, idempotencyKey }: BandFileImport) => ({
      body: file,
      query: membershipId === null ? {} : { membershipId },
      idempotencyKey,
      compresses: true,
    }),
  })
}

/** The progress of a zip import: first the zip is sent, then the server loads it. */
export type ZipProgress = { step: 'sending' | 'loading'; percent: number; message?: string | null }
type ZipImport = {
  zip: File
  membershipId: string | null
  onProgress: (progress: ZipProgress) => void
  signal: AbortSignal
}

/** Uploads a zip and imports the band in it; resolves to the band's id. Rejects with BandFileError for a zip that cannot be loaded. */
export function useImportZip() {
  const client = useQueryClient()
  return useMutation({
    meta: { failure: null },
    mutationFn: async ({ zip, membershipId, onProgress, signal }: ZipImport) => {
      const idempotencyKey = generateIdempotencyKey()
      const upload = {
        bandId: null,
        purpose: 'band',
        file: zip,
        name: zip.name,
        target: 'band',
        idempotencyKey,
      } as const
      const onSent = (percent: number) => onProgress({ step: 'sending', percent })
      const uploadId = await uploadFile(upload, { onProgress: onSent, signal })
      const startedImport = await request('POST /api/bands/import', {
        body: { uploadId },
        query: membershipId === null ? {} : { membershipId },
        idempotencyKey: uploadId,
      })
      if (!('importId' in startedImport)) return startedImport.id
      return waitForImport(startedImport.importId, onProgress)
    },
    onSuccess: () => invalidateChanges(client, [{ bandId: null, what: 'members' }]),
  })
}

const pollIntervalMs = 1000

async function waitForImport(importId: string, onProgress: ZipImport['onProgress']): Promise<string> {
  for (;;) {
    const { state, percent, bandId, message } = await readImport(importId)
    onProgress({ step: 'loading', percent, message })
    if (state === 'done' && bandId !== null) return bandId
    if (state === 'failed') throw new BandFileError(message ?? bandFileMessages.zipNotLoaded)
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}

/** Reads the state of an import. Retries while there is no network, because the server continues the import. */
async function readImport(importId: string) {
  for (;;) {
    try {
      return await request('GET /api/me/imports/:importId', { params: { importId } })
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 3 * pollIntervalMs))
    }
  }
}
