import type { Chart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { fetchAndSaveFile } from '#lib/download.ts'
import { showFailure } from '#lib/show-failure.ts'

/** Saves the file of a chart. A toast shows a failure. */
export async function downloadChart({ name, url }: Pick<Chart, 'name'> & { url: string }): Promise<void> {
  await fetchAndSaveFile(url, name).catch((error: unknown) =>
    showFailure(error, { title: chartMessages.chartNotDownloaded }),
  )
}
