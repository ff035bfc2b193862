// Uploads by the tus protocol, as its clients send them.

import { expect } from 'vitest'
import type { TestClient, TestResponse } from './test-client.ts'

export const tusHeaders = { 'tus-resumable': '1.0.0' }
export const pieceHeaders = { ...tusHeaders, 'content-type': 'application/offset+octet-stream' }

export type TestUploadInput = { filename?: string; purpose?: string; bytes?: Uint8Array; length?: number }

export function uploadMetadata({ filename = 'Dakota.pdf', purpose = 'chart' }: TestUploadInput): string {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  return `filename ${encode(filename)},purpose ${encode(purpose)}`
}

/** Begins an upload of `length` bytes, by default without sending any. */
export function beginUpload(client: TestClient, bandId: string, input: TestUploadInput = {}): Promise<TestResponse> {
  const { bytes, length = bytes?.length ?? 1000 } = input
  const headers = { 'upload-length': String(length), 'upload-metadata': uploadMetadata(input) }
  return client.send('POST', `/api/bands/${bandId}/uploads`, bytes, {
    ...(bytes ? pieceHeaders : tusHeaders),
    ...headers,
  })
}

export function sendPiece(client: TestClient, path: string, bytes: Uint8Array, offset: number): Promise<TestResponse> {
  return client.send('PATCH', path, bytes, { ...pieceHeaders, 'upload-offset': String(offset) })
}

export async function readOffset(client: TestClient, path: string): Promise<number | null> {
  const { status, headers } = await client.send('HEAD', path, undefined, tusHeaders)
  return status === 200 ? Number(headers.get('upload-offset')) : null
}

/** Uploads a file in pieces; returns the id and the path of the upload. */
export async function createTestUpload(
  client: TestClient,
  bandId: string,
  { bytes = Buffer.from('%PDF-1.4 a file of a test'), ...input }: TestUploadInput = {},
): Promise<{ id: string; path: string }> {
  const piece = 4 * 1024 * 1024
  const { status, headers, text } = await beginUpload(client, bandId, {
    ...input,
    length: bytes.length,
    bytes: bytes.subarray(0, piece),
  })
  expect([status, text]).toEqual([201, ''])
  const path = String(headers.get('location'))
  for (let offset = piece; offset < bytes.length; offset += piece) {
    expect((await sendPiece(client, path, bytes.subarray(offset, offset + piece), offset)).status).toBe(204)
  }
  return { id: path.split('/').at(-1) as string, path }
}
