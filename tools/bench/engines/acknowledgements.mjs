// Records when requests were acknowledged, and the longest time without an acknowledgement.

import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {ReturnType<typeof createAcknowledgements>} Acknowledgements */

export function createAcknowledgements() {
  const moments = /** @type {number[]} */ ([])
  const failures = /** @type {string[]} */ ([])
  let describedCount = 0
  return {
    failures,
    add: () => void moments.push(performance.now()),
    count: () => moments.length,
    addFailure: (/** @type {unknown} */ error) =>
      void failures.push(error instanceof Error ? error.message : String(error)),
    /** Describes the different failures since the last call, each with its count. */
    describeNewFailures() {
      const counts = new Map()
      for (const failure of failures.slice(describedCount)) counts.set(failure, (counts.get(failure) ?? 0) + 1)
      describedCount = failures.length
      return [...counts].map(([failure, count]) => `${count} × ${failure.slice(0, 80)}`).join('; ') || 'none'
    },
    /**
     * The longest time in seconds without an acknowledgement since `moment`. First waits, for at most a minute, for the first
     * acknowledgement after `moment`.
     * @param {number} moment
     */
    async measureLongestPauseSince(moment) {
      while ((moments.at(-1) ?? 0) < moment && performance.now() < moment + 60_000) await sleep(20)
      const since = [moment, ...moments.filter((one) => one > moment), performance.now()]
      return Math.max(...since.slice(1).map((one, at) => one - /** @type {number} */ (since[at]))) / 1000
    },
  }
}

const retryLimitMs = 90_000

/**
 * Tries again until an attempt succeeds. Rejects with the last error after `retryLimitMs`, which is longer than any outage here.
 * @template T @param {Acknowledgements} counts @param {() => Promise<T>} attempt @returns {Promise<T>}
 */
export async function retryUntilDone(counts, attempt) {
  for (const began = performance.now(); ; await sleep(100)) {
    try {
      return await attempt()
    } catch (error) {
      counts.addFailure(error)
      if (performance.now() - began > retryLimitMs) throw error
    }
  }
}
