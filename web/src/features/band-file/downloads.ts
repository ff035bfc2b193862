import { fetchAndSaveFile } from '#lib/download.ts'
import { endpointPathOf } from '#lib/request.ts'

/** Downloads the band file; resolves to the file's name. */
export function downloadBandFile(bandId: string): Promise<string> {
  return fetchAndSaveFile(endpointPathOf('GET /api/bands/:bandId/export', { params: { bandId } }), 'band.json')
}

/** The address of the zip, for a link: the browser then streams the download to disk instead of holding it in memory. */
export function bandZipUrlOf(bandId: string): string {
  return endpointPathOf('GET /api/bands/:bandId/export.zip', { params: { bandId } })
}
