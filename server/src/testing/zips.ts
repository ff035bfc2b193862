// Zips of bands: downloads, changed zips, and their uploads and imports.

import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { BandImport } from '@gaffer/domain/band-file/api'
import { uploadMetadata, pieceHeaders, sendPiece, tusHeaders } from './files.ts'
import type { TestClient, TestResponse } from './test-client.ts'

export type TestEntry = { path: string; bytes: Buffer; mode?: number; compress?: boolean }

/** The body of a successful response. */
export async function readBytes(client: TestClient, path: string): Promise<Buffer> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(client.url + path, { headers: { cookie } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

export function downloadZip(client: TestClient, bandId: string): Promise<Buffer> {
  return readBytes(client, `/api/bands/${bandId}/export.zip`)
}

export async function readZip(zip: Buffer): Promise<TestEntry[]> {
  const file = await fromBufferPromise(zip)
  const entries: TestEntry[] = []
  for await (const entry of file.eachEntry())
    entries.push({ path: entry.fileName, bytes: await buffer(await file.openReadStreamPromise(entry)) })
  return entries
}

export function writeZip(entries: readonly TestEntry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, bytes, mode = 0o100664, compress = true } of entries)
    zip.addBuffer(bytes, path, { mode, compress })
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

/** Replaces the manifest by one that matches the entries. */
export function withNewManifest(entries: readonly TestEntry[]): TestEntry[] {
  const others = entries.filter(({ path }) => path !== 'manifest.json')
  const manifest = JSON.parse(String(entries.find(({ path }) => path === 'manifest.json')?.bytes))
  const listed = others.map(({ path, bytes }) => ({
    ...manifest.entries.find((one: { path: string }) => one.path === path),
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  return [...others, { path: 'manifest.json', bytes: Buffer.from(JSON.stringify({ ...manifest, entries: listed })) }]
}

export function beginZipUpload(
  client: TestClient,
  { length = 1000, bytes, filename = 'Foxes.zip' }: { length?: number; bytes?: Uint8Array; filename?: string } = {},
): Promise<TestResponse> {
  return client.send('POST', '/api/me/uploads', bytes, {
    ...(bytes ? pieceHeaders : tusHeaders),
    'upload-length': String(length),
    'upload-metadata': uploadMetadata({ filename, purpose: 'band' }),
  })
}

/** Uploads the zip in pieces; returns the id of the upload. */
export async function uploadZip(client: TestClient, bytes: Buffer): Promise<string> {
  const piece = 4 * 1024 * 1024
  const { status, headers } = await beginZipUpload(client, { length: bytes.length, bytes: bytes.subarray(0, piece) })
  expect(status).toBe(201)
  const path = String(headers.get('location'))
  for (let offset = piece; offset < bytes.length; offset += piece)
    expect((await sendPiece(client, path, bytes.subarray(offset, offset + piece), offset)).status).toBe(204)
  return path.split('/').at(-1) as string
}

export async function beginImport(client: TestClient, uploadId: string): Promise<string> {
  const { status, body } = await client.post('/api/bands/import', { uploadId })
  expect([status, body.message]).toEqual([202, undefined])
  return body.importId
}

/** Imports the zip, and waits until the import is done or has failed. */
export async function importZip(client: TestClient, bytes: Buffer): Promise<BandImport> {
  const importId = await beginImport(client, await uploadZip(client, bytes))
  let last: BandImport | undefined
  await expect
    .poll(
      async () => {
        last = (await client.get(`/api/me/imports/${importId}`)).body as BandImport
        return last.state
      },
      { timeout: 20_000 },
    )
    .not.toBe('running')
  return last as BandImport
}
