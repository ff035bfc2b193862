// Files of the journeys, uploaded through the API.

import type { Recording } from '@gaffer/domain/recordings/recording'
import type { Page } from '@playwright/test'
import type { AppServer } from './app-server.ts'
import { expect } from './fixtures.ts'

type NewFile = { filename: string; purpose: 'chart' | 'recording'; bytes: Buffer }

/** Resolves to the id of the upload. */
export async function uploadFile(
  page: Page,
  { url }: AppServer,
  bandId: string,
  { filename, purpose, bytes }: NewFile,
): Promise<string> {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const upload = await page.request.post(`${url}/api/bands/${bandId}/uploads`, {
    data: bytes,
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${encode(filename)},purpose ${encode(purpose)}`,
    },
  })
  expect(upload.status()).toBe(201)
  return String(upload.headers()['location']).split('/').at(-1) as string
}

/** A WAV file of a quiet tone: mono, 8 bit, 8,000 samples a second. */
export function createToneWav(seconds: number): Buffer {
  const count = seconds * 8000
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + count, 4)
  header.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, count],
  ] as const) {
    header.writeUInt32LE(value, at)
  }
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const) {
    header.writeUInt16LE(value, at)
  }
  header.write('data', 36)
  return Buffer.concat([header, Uint8Array.from({ length: count }, (_, at) => 128 + Math.round(20 * Math.sin(at / 3)))])
}

type NewRecording = { name: string; eventId?: string; marks?: { songId: string; atSeconds: number }[] }

/** Adds a recording of one minute. */
export async function addRecording(
  page: Page,
  server: AppServer,
  bandId: string,
  recording: NewRecording,
): Promise<Recording> {
  const file = { filename: 'Practice.wav', purpose: 'recording', bytes: createToneWav(60) } as const
  const uploadId = await uploadFile(page, server, bandId, file)
  const added = await page.request.post(`${server.url}/api/bands/${bandId}/recordings`, {
    data: { uploadId, agreed: true, ...recording },
  })
  expect(added.status()).toBe(201)
  return (await added.json()) as Recording
}
