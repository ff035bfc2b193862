// Uploads straight to a store of files. Each is resumed from the stored offset until it is acknowledged.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { createAcknowledgements, retryUntilDone } from './acknowledgements.mjs'

const megabyte = 2 ** 20
const pieceBytes = 4 * megabyte

/** @param {Uint8Array} bytes */
export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** @param {any} files the store @param {number} uploaders at once */
export function startStoreUploads(files, uploaders) {
  /** Hashes by id. @type {Map<string, string>} */
  const acknowledged = new Map()
  const uploads = createAcknowledgements()
  const stopping = new AbortController()
  const work = Promise.all(Array.from({ length: uploaders }, uploadUntilStopped))
  return {
    acknowledged,
    uploads,
    async stop() {
      stopping.abort()
      await work
    },
  }

  async function uploadUntilStopped() {
    while (!stopping.signal.aborted) {
      // A small upload becomes one object. A large one is sent in parts: bytes that fill no part wait for the next ones.
      const bytes = randomBytes(Math.ceil(Math.random() * 9 * megabyte))
      const id = randomUUID()
      await retryUntilDone(uploads, () => files.uploads.create(new Upload({ id, size: bytes.length, offset: 0 })))
      await retryUntilDone(uploads, () => continueUpload(id, bytes))
      acknowledged.set(id, hashOf(bytes))
    }
  }

  /** @param {string} id @param {Buffer} bytes */
  async function continueUpload(id, bytes) {
    for (let { offset } = await files.uploads.getUpload(id); offset < bytes.length;) {
      const piece = bytes.subarray(offset, offset + pieceBytes)
      offset = await files.uploads.write(Readable.from([piece]), id, offset)
      uploads.add()
    }
  }
}
