// Uploads in pieces, each of which can meet the fault.

import { setTimeout as sleep } from 'node:timers/promises'
import { limitsMs } from '../limits.ts'
import { beginUpload, sendPiece, tusHeaders, type TestUploadInput } from '../../../server/src/testing/files.ts'
import type { TestClient, TestResponse } from '../../../server/src/testing/test-client.ts'
import type { RetryingSender } from './sender.ts'

const pieceBytes = 16 * 1024
const storageFullStatus = 507

/** Repeats a request that a full disk refuses, until there is room again. Resolves to null after the limit, or if `send` gives up. */
export async function sendUntilStored(
  { tally }: RetryingSender,
  send: () => Promise<TestResponse | null>,
): Promise<TestResponse | null> {
  for (const began = Date.now(); ; await sleep(200)) {
    const response = await send()
    if (response?.status !== storageFullStatus) return response
    if (Date.now() - began > limitsMs.acknowledgement) {
      tally.lost.push(`the disk was full for ${limitsMs.acknowledgement / 1000} s`)
      return null
    }
  }
}

/** Resolves to the id of the upload; null after a refusal, such as the limit of unfinished uploads, which lost replies use up. */
export async function uploadInPieces(
  sender: RetryingSender,
  client: TestClient,
  bandId: string,
  { bytes, ...input }: TestUploadInput & { bytes: Uint8Array },
): Promise<string | null> {
  const begun = await sendUntilStored(sender, () =>
    sender.send([201, 429, storageFullStatus], () => beginUpload(client, bandId, { ...input, length: bytes.length })),
  )
  if (begun?.status !== 201) return null
  const path = String(begun.headers.get('location'))
  for (let offset = 0; offset < bytes.length;) {
    const piece = bytes.subarray(offset, offset + pieceBytes)
    const sent = await sendUntilStored(sender, () =>
      sender.send([204, 409, storageFullStatus], () => sendPiece(client, path, piece, offset)),
    )
    // A piece whose reply was lost is stored already, in full or in part.
    const known =
      sent?.status === 409 ? await sender.send([200], () => client.send('HEAD', path, undefined, tusHeaders)) : sent
    if (!known) return null
    offset = Number(known.headers.get('upload-offset'))
  }
  return path.split('/').at(-1) as string
}
