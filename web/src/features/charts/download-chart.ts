import type { Chart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { fetchAndSaveFile, saveFile } from '#lib/download.ts'
import { showFailure } from '#lib/show-failure.ts'
import { readKeptContent } from '#offline/kept-file-database.ts'

/** The extension and the media type of stored files: pictures are re-encoded. A text has no file. */
const fileTypes = {
  pdf: { extension: '.pdf', type: 'application/pdf' },
  image: { extension: '.webp', type: 'image/webp' },
} as const

/** Saves the file of a chart: from the device if this version is kept there, otherwise from the server. A toast shows a failure. */
export async function downloadChart({
  id,
  version,
  kind,
  name,
  url,
}: Pick<Chart, 'id' | 'version' | 'kind' | 'name' | 'url'>): Promise<void> {
  if (kind === 'text' || url === null) return
  // If IndexedDB fails, the file is read from the server.
  const keptContent = await readKeptContent(id, version).catch(() => null)
  if (keptContent) {
    const { extension, type } = fileTypes[kind]
    saveFile(new Blob([keptContent], { type }), name + extension)
    return
  }
  await fetchAndSaveFile(url, name).catch((error: unknown) =>
    showFailure(error, { title: chartMessages.chartNotDownloaded }),
  )
}
