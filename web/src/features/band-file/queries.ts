// The file with all data of a band: saving it, and making a band from it.

import type { BandFileInput } from '@gaffer/domain/band-file/band-file-input'
import { fetchAndSaveFile } from '#lib/download.ts'
import { endpointPathOf } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'

/** Resolves to the file's name. */
export function downloadBandFile(bandId: string): Promise<string> {
  return fetchAndSaveFile(endpointPathOf('GET /api/bands/:bandId/export', { params: { bandId } }), 'band.json')
}

/** `membershipId` is the id of the user's membership in the file; null if the user becomes a new member. */
type BandFileLoad = { file: BandFileInput; membershipId: string | null; idempotencyKey: string }

/** When it resolves, `me` contains the new band. */
export function useImportBandFile() {
  return useChange('POST /api/bands/import', {
    changes: 'members',
    failure: null,
    input: ({ file, membershipId, idempotencyKey }: BandFileLoad) => ({
      body: file,
      query: membershipId === null ? {} : { membershipId },
      idempotencyKey,
      compresses: true,
    }),
  })
}
