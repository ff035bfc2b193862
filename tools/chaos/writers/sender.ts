// Sends a writer's requests until each is acknowledged, and counts them.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { limitsMs } from '../limits.ts'
import type { TestResponse } from '../../../server/src/testing/test-client.ts'

export type WriteFindings = {
  /** Writes that were acknowledged but are missing or different, and writes that were never acknowledged. */
  lost: string[]
  /** Writes and messages that were applied or delivered more than once. */
  twice: string[]
}

export type WriterTally = WriteFindings & {
  acknowledged: number
  /** Requests sent again after no response or a 503. */
  retried: number
}

export type RetryingSender = ReturnType<typeof createRetryingSender>

export const createTally = (): WriterTally => ({ acknowledged: 0, retried: 0, lost: [], twice: [] })

export function createRetryingSender(tally: WriterTally) {
  /** Retries until a response has one of the `expected` statuses; null after the limit or with another status. */
  async function send(expected: readonly number[], request: () => Promise<TestResponse>): Promise<TestResponse | null> {
    let [tries, last] = [0, '']
    for (const began = Date.now(); Date.now() - began < limitsMs.acknowledgement; tries += 1) {
      const response = await request().catch((error: Error) => error)
      if (response instanceof Error) last = `${response.message} ${String(response.cause ?? '')}`
      else {
        if (expected.includes(response.status)) {
          tally.acknowledged += 1
          return response
        }
        last = `${response.status} ${response.text}`
        if (response.status !== 503) {
          tally.lost.push(`answered ${last}`)
          return null
        }
      }
      tally.retried += 1
      await sleep(20)
    }
    tally.lost.push(
      `not acknowledged after ${limitsMs.acknowledgement / 1000} s and ${tries} tries; the last one: ${last}`,
    )
    return null
  }
  return {
    tally,
    send,
    /** Sends with an idempotency key: a retry gets the stored response. */
    sendOnce(
      expected: readonly number[],
      request: (headers: Record<string, string>) => Promise<TestResponse>,
    ): Promise<TestResponse | null> {
      const headers = { 'idempotency-key': randomUUID() }
      return send(expected, () => request(headers))
    },
  }
}
