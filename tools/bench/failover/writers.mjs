// HTTP clients: writers that retry each write under its idempotency key until it is acknowledged, and live pages.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const writerCount = 6

/** @typedef {{ bandId: string, headers: Record<string, string> }} Member */

/** @param {string} url @param {Member} member */
export function startEventWriters(url, { bandId, headers }) {
  /** Idempotency keys, each of which is also the event's location. @type {Set<string>} */
  const acknowledged = new Set()
  const failures = /** @type {string[]} */ ([])
  const times = /** @type {{ began: number, ended: number }[]} */ ([])
  const stopping = new AbortController()
  const work = Promise.all(Array.from({ length: writerCount }, writeUntilStopped))
  return {
    acknowledged,
    failures,
    /** When the first write was acknowledged that began after `moment`. @param {number} moment */
    async nextAfter(moment) {
      for (;;) {
        const ended = times.filter(({ began }) => began > moment).map((one) => one.ended)
        if (ended.length > 0) return Math.min(...ended)
        if (performance.now() > moment + 60_000) return Infinity
        await sleep(20)
      }
    },
    async stop() {
      stopping.abort()
      await work
    },
  }

  async function writeUntilStopped() {
    while (!stopping.signal.aborted) {
      const key = randomUUID()
      while (!(await write(key))) {
        if (stopping.signal.aborted) return
        await sleep(100)
      }
      await sleep(5)
    }
  }

  /** @param {string} key */
  async function write(key) {
    const began = performance.now()
    try {
      const answer = await fetchAsBrowsers(`${url}/api/bands/${bandId}/events`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ type: 'practice', date: '2027-03-05', startTime: '19:00', location: key }),
        signal: AbortSignal.timeout(10_000),
      })
      const body = await answer.text()
      if (answer.status !== 201) throw new Error(`${answer.status} ${body.slice(0, 80)}`)
      acknowledged.add(key)
      times.push({ began, ended: performance.now() })
      return true
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
      return false
    }
  }
}

/**
 * Sends a request again, once, when its kept-alive connection was closed before a byte of the answer came. Browsers do
 * the same.
 * @param {string} address @param {RequestInit} request
 */
async function fetchAsBrowsers(address, request) {
  try {
    return await fetch(address, request)
  } catch (error) {
    const { cause } = /** @type {{ cause?: { code?: string } }} */ (error)
    if (cause?.code !== 'UND_ERR_SOCKET' && cause?.code !== 'ECONNRESET') throw error
    return fetch(address, request)
  }
}

/** A page with live updates, which reconnects after half a second. @param {string} url @param {Member} member */
export function openEventStream(url, { headers }) {
  const closing = new AbortController()
  let received = 0
  void readUntilClosed()
  return { received: () => received, close: () => closing.abort() }

  async function readUntilClosed() {
    while (!closing.signal.aborted) {
      try {
        const answer = await fetch(`${url}/api/me/live`, { headers, signal: closing.signal })
        for await (const chunk of answer.ok && answer.body ? answer.body : []) {
          if (new TextDecoder().decode(chunk).includes('events')) received += 1
        }
      } catch {
        // Cut off, as an EventSource is: it connects again.
      }
      await sleep(500)
    }
  }
}
