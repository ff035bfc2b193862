// Charts of the journeys: small PDFs and texts, stored through the API.

import type { Chart } from '@gaffer/domain/charts/chart'
import type { Page } from '@playwright/test'
import type { AppServer } from './app-server.ts'
import { expect } from './fixtures.ts'
import { uploadFile } from './upload-steps.ts'

type SongIds = { bandId: string; songId: string }

export async function addPdfChart(
  page: Page,
  server: AppServer,
  { bandId, songId }: SongIds,
  name: string,
  bytes: Buffer,
): Promise<Chart> {
  const uploadId = await uploadFile(page, server, bandId, { filename: `${name}.pdf`, purpose: 'chart', bytes })
  return addChart(page, server.url, { bandId, songId }, { uploadId })
}

export function addTextChart(
  page: Page,
  { url }: AppServer,
  song: SongIds,
  name: string,
  text: string,
): Promise<Chart> {
  return addChart(page, url, song, { text, format: 'chordpro', name })
}

async function addChart(page: Page, url: string, { bandId, songId }: SongIds, data: object): Promise<Chart> {
  const reply = await page.request.post(`${url}/api/bands/${bandId}/songs/${songId}/charts`, { data })
  expect(reply.status()).toBe(201)
  return (await reply.json()) as Chart
}

/** The number of dark pixels on the chart page with this label; 0 until its canvas has a size. */
export function countDarkPixels(page: Page, label: string): Promise<number> {
  return page
    .getByRole('figure', { name: label })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      if (canvas.width === 0) return 0
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      let dark = 0
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100 && (data[at + 3] ?? 0) > 200) dark += 1
      return dark
    })
}
