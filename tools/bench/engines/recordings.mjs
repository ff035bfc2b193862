// Members who upload recordings by tus and resume each upload until it is acknowledged, and a member who reads recordings and a month.

import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAcknowledgements, retryUntilDone } from './acknowledgements.mjs'
import { fetchExpecting } from './requests.mjs'
import { hashOf } from './store-uploads.mjs'

const { createWav } = await import(new URL('../../../server/src/testing/recordings.ts', import.meta.url).href)

const uploaderCount = 3
const megabyte = 2 ** 20
const pieceBytes = 4 * megabyte
const tusHeaders = { 'tus-resumable': '1.0.0' }
const encode = (/** @type {string} */ text) => Buffer.from(text).toString('base64')
const metadata = `filename ${encode('Practice.wav')},purpose ${encode('recording')}`

/** A WAV file of noise, so that no two files have the same bytes. @param {number} samples */
function createNoise(samples) {
  const header = createWav(0)
  header.writeUInt32LE(36 + samples, 4)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, randomBytes(samples)])
}

/** @param {string} url @param {import('./requests.mjs').Member} member */
export function startRecordings(url, { bandId, headers }) {
  const band = `${url}/api/bands/${bandId}`
  /** Hashes by the id of the recording. @type {Map<string, string>} */
  const acknowledged = new Map()
  const [uploads, reads] = [createAcknowledgements(), createAcknowledgements()]
  /** Ids of recordings whose content differs from the upload. @type {Set<string>} */
  const changed = new Set()
  const stopController = new AbortController()
  const work = Promise.all([...Array.from({ length: uploaderCount }, uploadUntilStopped), readUntilStopped()])
  return {
    acknowledged,
    uploads,
    reads,
    async stop() {
      stopController.abort()
      await work
    },
    /** The recordings that are missing or changed. */
    async findLost() {
      for (const id of acknowledged.keys()) await readContent(id).catch(() => changed.add(id))
      return changed
    },
  }

  async function uploadUntilStopped() {
    while (!stopController.signal.aborted) {
      const bytes = createNoise(megabyte + Math.ceil(Math.random() * 8 * megabyte))
      const path = await retryUntilDone(uploads, () => beginUpload(bytes.length))
      await retryUntilDone(uploads, () => sendPieces(path, bytes))
      const body = JSON.stringify({ uploadId: path.split('/').at(-1), agreed: true })
      const request = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      }
      const added = await retryUntilDone(uploads, () => fetchExpecting(`${band}/recordings`, { ...request, body }, 201))
      uploads.add()
      acknowledged.set(JSON.parse(added.body.toString()).id, hashOf(bytes))
      await sleep(200)
    }
  }

  /** @param {number} length */
  async function beginUpload(length) {
    const own = { ...headers, ...tusHeaders, 'upload-length': String(length), 'upload-metadata': metadata }
    const creation = await fetchExpecting(`${band}/uploads`, { method: 'POST', headers: own }, 201)
    uploads.add()
    return url + creation.headers.get('location')
  }

  /** @param {string} path @param {Buffer} bytes */
  async function sendPieces(path, bytes) {
    const state = await fetchExpecting(path, { method: 'HEAD', headers: { ...headers, ...tusHeaders } }, 200)
    for (let offset = Number(state.headers.get('upload-offset')); offset < bytes.length;) {
      const piece = {
        method: 'PATCH',
        headers: {
          ...headers,
          ...tusHeaders,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: new Uint8Array(bytes.subarray(offset, offset + pieceBytes)),
      }
      offset = Number((await fetchExpecting(path, piece, 204)).headers.get('upload-offset'))
      uploads.add()
    }
  }

  async function readUntilStopped() {
    while (!stopController.signal.aborted) {
      try {
        await fetchExpecting(`${band}/calendar?startDate=2027-03-01&endDate=2027-03-31`, { headers }, 200)
        const ids = [...acknowledged.keys()]
        if (ids.length > 0) await readContent(/** @type {string} */ (ids[Math.floor(Math.random() * ids.length)]))
        reads.add()
      } catch (error) {
        reads.addFailure(error)
      }
      await sleep(100)
    }
  }

  /** @param {string} id */
  async function readContent(id) {
    const { body } = await fetchExpecting(`${band}/recordings/${id}/content`, { headers }, 200)
    if (hashOf(body) !== acknowledged.get(id)) changed.add(id)
  }
}
