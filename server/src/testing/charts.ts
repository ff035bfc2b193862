// Files, charts and markup for tests.

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { Stroke } from '@gaffer/domain/charts/markup'
import { expect } from 'vitest'
import { createTestUpload } from './files.ts'
import type { TestClient } from './test-client.ts'

/** A PDF with this many pages. `extra` is added to the trailer. */
export function createPdf(pages: number, { extra = '', title = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ')
  const leaves = Array.from(
    { length: pages },
    (_, at) => `${at + 3} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj`,
  )
  const objects = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj`,
    `2 0 obj\n<< /Type /Pages /Count ${pages} /Kids [${kids}] >>\nendobj`,
    ...leaves,
  ]
  const trailer = `trailer\n<< /Root 1 0 R /Size ${pages + 3} ${extra} >>\nstartxref\n0\n%%EOF\n`
  return Buffer.from(`%PDF-1.4\n% ${title}\n${objects.join('\n')}\n${trailer}`, 'latin1')
}

/** A PDF with its objects in a compressed stream, as most programs write it. */
export function createCompressedPdf(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ')
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R >>'),
  ]
  let offset = 0
  const offsets = bodies.map((body, at) => {
    const entry = `${at + 1} ${offset}`
    offset += body.length + 1
    return entry
  })
  const head = `${offsets.join(' ')} `
  const stream = deflateSync(Buffer.from(head + bodies.join('\n'), 'latin1'))
  const dictionary = `<< /Type /ObjStm /N ${bodies.length} /First ${head.length} /Filter /FlateDecode /Length ${stream.length} >>`
  const xref = `${pages + 10} 0 obj\n<< /Type /XRef /Root 1 0 R /Size ${pages + 11} /Length 0 >>\nstream\n\nendstream\nendobj\n`
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n${pages + 9} 0 obj\n${dictionary}\nstream\n`, 'latin1'),
    stream,
    Buffer.from(`\nendstream\nendobj\n${xref}%%EOF\n`, 'latin1'),
  ])
}

export function createPhoto(width = 400, height = 300): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .withExif({ IFD0: { Copyright: 'Zwords photographer' } })
    .jpeg()
    .toBuffer()
}

/** A chart of an uploaded file. */
export async function createFileChart(
  client: TestClient,
  song: { bandId: string; songId: string },
  {
    bytes = createPdf(2),
    filename = 'Dakota.pdf',
    ...input
  }: { bytes?: Buffer; filename?: string; part?: string } = {},
): Promise<Chart> {
  const { id: uploadId } = await createTestUpload(client, song.bandId, { bytes, filename })
  const { status, body } = await client.post(`/api/bands/${song.bandId}/songs/${song.songId}/charts`, {
    uploadId,
    ...input,
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

export async function createTextChart(
  client: TestClient,
  song: { bandId: string; songId: string },
  input: object = {},
): Promise<Chart> {
  const text = { text: '[C]Hello [G]there', format: 'chordpro', name: 'Words', ...input }
  const { status, body } = await client.post(`/api/bands/${song.bandId}/songs/${song.songId}/charts`, text)
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

export const penStroke: Stroke = {
  tool: 'pen',
  color: '#d00000',
  width: 4,
  points: [
    [0.1, 0.2],
    [0.3, 0.2],
  ],
}

/** Saves the caller's markup of page 1; returns the response body. */
export async function drawOnChart(client: TestClient, { bandId, id }: { bandId: string; id: string }, input = {}) {
  const layer = { isShared: false, chartVersion: 1, pages: [{ page: 1, strokes: [penStroke] }], ...input }
  const { status, body } = await client.put(`/api/bands/${bandId}/charts/${id}/markup`, layer)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
