// Downloads a band as a file or a zip. Importing one is in queries.ts, which other pages load.

import { fetchAndSaveFile } from '#lib/download.ts'
import { endpointPathOf } from '#lib/request.ts'

/** Resolves to the file's name. */
export function downloadBandFile(bandId: string): Promise<string> {
  return fetchAndSaveFile(endpointPathOf('GET /api/bands/:bandId/export', { params: { bandId } }), 'band.json')
}

/** The address of the zip: the browser writes it to the disk while it downloads. */
export function zipAddressOf(bandId: string): string {
  return endpointPathOf('GET /api/bands/:bandId/export.zip', { params: { bandId } })
}
