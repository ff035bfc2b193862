// Files: ranges of a recording against @fastify/static, and twenty uploads of 300 MB at once: memory, and API reads beside them.
//
//   npm run bench files
//
// Ranges: 256 kB of the same 25 MB, in turns; Gaffer authorizes each request. Uploads: twenty members of twenty bands send at once, in pieces of
// 4 MB. Memory is measured at full speed on loopback. Reads are measured while each member sends at the 20 Mbit/s of a fast line: at full
// speed the client would take most of the machine's two cores. Linux only: it reads /proc.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { shorterInCheck } from './benchmark-server.mjs'
import { measureResponsesPerSecond, median } from './load.mjs'
import { readResidentMegabytes } from './production-server.mjs'
import { report } from './report.mjs'

const megabyte = 1024 * 1024
const load = shorterInCheck({ clients: 8, seconds: 1 }, { clients: 2, seconds: 0.02 })
const rounds = shorterInCheck(7, 1)
const uploadBytes = shorterInCheck(300, 5) * megabyte
const pieceBytes = 4 * megabyte
/** Bytes a second of one member: 20 Mbit/s. */
const lineBytesPerSecond = 2_500_000
const readingMs = shorterInCheck(8000, 20)
const limits = { ranges: 0.5, megabytes: 60, reads: 0.7 }

/** @typedef {{ bandId: string, cookie: string }} Uploader */

const child = fork(new URL('files-server.mjs', import.meta.url))
const [server] = await once(child, 'message')
const createHeaders = (/** @type {string} */ cookie) => ({ cookie: `gaffer_session=${cookie}` })
const agent = new Agent({ keepAlive: true })
const chunk = Buffer.alloc(65_536, 'x')
try {
  await measureRanges()
  await measureMemory()
  await measureReads()
} finally {
  agent.destroy()
  child.disconnect()
}

async function measureRanges() {
  const range = { range: `bytes=${megabyte}-${megabyte + 262_143}` }
  const ours = { url: server.url + server.content, headers: { ...createHeaders(server.cookie), ...range }, status: 206 }
  const theirs = { url: server.plain, headers: range, status: 206 }
  const rates = { ours: /** @type {number[]} */ ([]), theirs: /** @type {number[]} */ ([]) }
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await measureResponsesPerSecond(ours, load))
    rates.theirs.push(await measureResponsesPerSecond(theirs, load))
  }
  const ratio = median(rates.ours.map((rate, at) => rate / (rates.theirs[at] ?? 0)))
  const value = `${Math.round(median(rates.ours))}/s, @fastify/static ${Math.round(median(rates.theirs))}/s`
  report('ranges of 256 kB', value, { ratio, atLeast: limits.ranges })
}

async function measureMemory() {
  // The first upload loads code.
  await upload(server.uploaders[0], { bytes: pieceBytes, bytesPerSecond: Infinity, signal: null })
  const before = (await readResidentMegabytes({ child })).now
  let most = before
  const watch = setInterval(() => {
    void readResidentMegabytes({ child }).then(({ now }) => (most = Math.max(most, now)))
  }, 50)
  const began = performance.now()
  await Promise.all(
    server.uploaders.map((/** @type {Uploader} */ one) =>
      upload(one, { bytes: uploadBytes, bytesPerSecond: Infinity, signal: null }),
    ),
  )
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  const rate = Math.round((server.uploaders.length * uploadBytes) / megabyte / seconds)
  const growth = most - before
  const value = `${growth} MB, limit ${limits.megabytes} MB (${rate} MB/s)`
  report(`memory of ${server.uploaders.length} uploads of ${uploadBytes / megabyte} MB`, value, {
    ratio: growth / limits.megabytes,
    atMost: 1,
  })
}

async function measureReads() {
  const reads = { url: server.url + server.reads, headers: createHeaders(server.cookie), status: 200 }
  const size = { clients: 4, seconds: readingMs / 1000 }
  const alone = await measureResponsesPerSecond(reads, size)
  const stop = new AbortController()
  const sending = server.uploaders.map((/** @type {Uploader} */ one) =>
    upload(one, { bytes: 300 * megabyte, bytesPerSecond: lineBytesPerSecond, signal: stop.signal }),
  )
  await sleep(shorterInCheck(1000, 0))
  const beside = await measureResponsesPerSecond(reads, size)
  stop.abort()
  await Promise.all(sending)
  const value = `${Math.round(beside)}/s beside uploads, ${Math.round(alone)}/s alone`
  report('API reads beside the uploads', value, { ratio: beside / alone, atLeast: limits.reads })
}

/**
 * Sends a recording in pieces, and deletes the upload at the end. An abort of `signal` stops the sending at once.
 * @param {Uploader} uploader @param {{ bytes: number, bytesPerSecond: number, signal: AbortSignal | null }} options
 */
async function upload({ bandId, cookie }, { bytes, bytesPerSecond, signal }) {
  const headers = { ...createHeaders(cookie), 'tus-resumable': '1.0.0' }
  const encodeBase64 = (/** @type {string} */ text) => Buffer.from(text).toString('base64')
  const creation = await fetch(`${server.url}/api/bands/${bandId}/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${encodeBase64('Take.m4a')},purpose ${encodeBase64('recording')}`,
    },
  })
  if (creation.status !== 201) throw new Error(`An upload got ${creation.status} ${await creation.text()}`)
  const url = server.url + creation.headers.get('location')
  for (let offset = 0; offset < bytes; offset += pieceBytes) {
    if (signal?.aborted) break
    await sendPiece(url, { headers, offset, length: Math.min(pieceBytes, bytes - offset), bytesPerSecond, signal })
  }
  await fetch(url, { method: 'DELETE', headers })
}

/**
 * @param {string} url
 * @param {{ headers: Record<string, string>, offset: number, length: number, bytesPerSecond: number, signal: AbortSignal | null }} piece
 * @returns {Promise<void>}
 */
function sendPiece(url, { headers, offset, length, bytesPerSecond, signal }) {
  return new Promise((resolve, reject) => {
    const patchRequest = request(url, {
      method: 'PATCH',
      agent,
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'content-length': String(length),
      },
    })
    patchRequest.once('error', (error) => (signal?.aborted ? resolve() : reject(error)))
    patchRequest.once('response', (response) => {
      response.resume().once('end', () => resolve())
      if (response.statusCode !== 204) reject(new Error(`A piece got ${response.statusCode}`))
    })
    signal?.addEventListener('abort', () => patchRequest.destroy(), { once: true })
    Readable.from(chunksOf(length, bytesPerSecond), { objectMode: false, highWaterMark: chunk.length }).pipe(
      patchRequest,
    )
  })
}

/** @param {number} length @param {number} bytesPerSecond */
async function* chunksOf(length, bytesPerSecond) {
  const began = performance.now()
  for (let sent = 0; sent < length; sent += chunk.length) {
    const aheadMs = (sent / bytesPerSecond) * 1000 - (performance.now() - began)
    if (aheadMs > 5) await sleep(aheadMs)
    yield chunk.subarray(0, Math.min(chunk.length, length - sent))
  }
}
