// HTTP clients: writers that retry each write under its idempotency key until it is acknowledged, and live pages.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAcknowledgements } from './acknowledgements.mjs'
import { fetchExpecting } from './requests.mjs'

/** @typedef {import('./requests.mjs').Member} Member */

const writerCount = 6

/** @param {string} url @param {Member} member */
export function startEventWriters(url, { bandId, headers }) {
  /** Idempotency keys, each of which is also the event's location. @type {Set<string>} */
  const acknowledged = new Set()
  const writes = createAcknowledgements()
  const stopping = new AbortController()
  const writing = Promise.all(Array.from({ length: writerCount }, writeUntilStopped))
  return {
    acknowledged,
    writes,
    async stop() {
      stopping.abort()
      await writing
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
    try {
      const request = {
        method: 'POST',
        signal: AbortSignal.timeout(10_000),
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ type: 'practice', date: '2027-03-05', startTime: '19:00', location: key }),
      }
      await fetchExpecting(`${url}/api/bands/${bandId}/events`, request, 201)
      acknowledged.add(key)
      writes.add()
      return true
    } catch (error) {
      writes.addFailure(error)
      return false
    }
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
        const response = await fetch(`${url}/api/me/live`, { headers, signal: closing.signal })
        for await (const chunk of response.ok && response.body ? response.body : []) {
          if (new TextDecoder().decode(chunk).includes('events')) received += 1
        }
      } catch {
        // The stream was cut off: connects again, as an EventSource does.
      }
      await sleep(500)
    }
  }
}
