// Members at work through the proxy: they write, each write with a key that makes its repeat harmless, and look on live.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const writers = 6

/** @typedef {{ bandId: string, headers: Record<string, string> }} Member */

/**
 * Each writer repeats a write that failed, with the same key, until it is acknowledged.
 * @param {string} url @param {Member} member
 */
export function startWriting(url, { bandId, headers }) {
  const acknowledged = /** @type {Map<string, string>} */ (new Map())
  const failed = /** @type {string[]} */ ([])
  const times = /** @type {number[]} */ ([])
  const over = new AbortController()
  let openWrites = 0
  const work = Promise.all(
    Array.from({ length: writers }, async () => {
      while (!over.signal.aborted) {
        const key = randomUUID()
        for (let isDone = false; !isDone;) {
          isDone = await write(key)
          // As the pages do: not at once.
          if (!isDone) await sleep(100)
          if (!isDone && over.signal.aborted) return void (openWrites += 1)
        }
        await sleep(5)
      }
    }),
  )
  return {
    acknowledged,
    failed,
    /** When the first write was acknowledged that began after then. @param {number} moment @returns {Promise<number>} */
    async nextAfter(moment) {
      for (;;) {
        const time = times.find((one) => one > moment)
        if (time !== undefined) return time
        if (performance.now() > moment + 60_000) return Infinity
        await sleep(20)
      }
    },
    /** Writes given up in the end: they may be there or not. */
    unsure: () => openWrites,
    async stop() {
      over.abort()
      await work
    },
  }

  /** @param {string} key */
  async function write(key) {
    const began = performance.now()
    try {
      const answer = await asBrowsersDo(`${url}/api/bands/${bandId}/events`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ type: 'practice', date: '2027-03-05', startTime: '19:00', location: 'Unit 4' }),
        signal: AbortSignal.timeout(10_000),
      })
      const body = await answer.json()
      if (answer.status !== 201) throw new Error(`${answer.status} ${body.code}`)
      acknowledged.set(key, body.id)
      times.push(began)
      return true
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error))
      return false
    }
  }
}

/**
 * Once more, at once, when a kept connection was closed under the request before a byte of an answer came: nginx closes
 * them when it reads its settings again.
 * @param {string} address @param {RequestInit} request
 */
async function asBrowsersDo(address, request) {
  try {
    return await fetch(address, request)
  } catch (error) {
    const { cause } = /** @type {{ cause?: { code?: string } }} */ (error)
    if (cause?.code !== 'UND_ERR_SOCKET' && cause?.code !== 'ECONNRESET') throw error
    return fetch(address, request)
  }
}

/** A page that looks on, and connects again half a second after it was cut off. @param {string} url @param {Member} member */
export function openPage(url, { headers }) {
  const leaving = new AbortController()
  let heard = 0
  void (async () => {
    while (!leaving.signal.aborted) {
      try {
        const answer = await fetch(`${url}/api/me/live`, { headers, signal: leaving.signal })
        for await (const chunk of answer.ok && answer.body ? answer.body : []) {
          if (new TextDecoder().decode(chunk).includes('events')) heard += 1
        }
      } catch {
        // Cut off: what a page's EventSource meets too.
      }
      await sleep(500)
    }
  })()
  return { heard: () => heard, close: () => leaving.abort() }
}
