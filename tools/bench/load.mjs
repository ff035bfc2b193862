// A load generator for one request over a few keep-alive connections. It uses little CPU, because it shares two cores with
// the server that it measures.

import { connect } from 'node:net'

/**
 * @typedef {{ url: string, path?: () => string, method?: string, headers?: Record<string, string>, body?: () => string, status: number }} LoadRequest
 * `path` (in place of the URL's) and `body` are called for each request. A response with another status ends the run with an error.
 */

/**
 * Responses per second, with `clients` connections that each wait for the response before their next request.
 * `pauseMs` is the time between a response and the next request.
 * @param {LoadRequest} request @param {{ clients: number, seconds: number, pauseMs?: number }} size @returns {Promise<number>}
 */
export async function measureResponsesPerSecond(request, { clients, seconds, pauseMs = 0 }) {
  const began = performance.now()
  const end = began + seconds * 1_000
  const counts = await Promise.all(Array.from({ length: clients }, () => requestUntil(end, request, pauseMs)))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1_000)
}

/** @param {number} end @param {LoadRequest} request @param {number} pauseMs @returns {Promise<number>} */
function requestUntil(end, { url, path, method = 'GET', headers = {}, body, status }, pauseMs) {
  const { hostname, port, pathname, search, host } = new URL(url)
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const buildRequest = () => {
    const head = `${method} ${path?.() ?? pathname + search} HTTP/1.1\r\n${fields.join('')}`
    const content = body?.()
    return content === undefined
      ? `${head}\r\n`
      : `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n\r\n${content}`
  }
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let count = 0
    /** @type {Buffer} */
    let received = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('connect', () => socket.write(buildRequest()))
    socket.on('data', (/** @type {Buffer} */ data) => {
      received = received.length === 0 ? data : Buffer.concat([received, data])
      const length = readResponseLength(received)
      if (length === null || received.length < length) return
      if (!received.subarray(9, 12).equals(Buffer.from(String(status)))) {
        socket.destroy()
        return reject(new Error(`${method} ${pathname}: ${received.toString().slice(0, 600)}`))
      }
      received = received.subarray(length)
      count += 1
      if (performance.now() < end)
        return pauseMs > 0 ? setTimeout(() => socket.write(buildRequest()), pauseMs) : socket.write(buildRequest())
      socket.end()
      resolve(count)
    })
  })
}

/** Bytes of the first response in the buffer, or null while its head is incomplete. @param {Buffer} received */
function readResponseLength(received) {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const contentLength = /content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1]
  return headEnd + 4 + Number(contentLength ?? 0)
}

/** @param {number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
