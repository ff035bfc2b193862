/**
 * Limits in milliseconds on an otherwise idle machine: for one response, for the recovery, for a write until it is acknowledged, with all its
 * retries, and for the notices of an acknowledged change.
 */
export const limitsMs = { response: 3000, recovery: 5000, acknowledgement: 30_000, notices: 90_000 }

/** On a machine that is busy with other work the server responds and recovers more slowly: only lost writes count there. */
export function raiseLimitsForBusyMachine(): void {
  Object.assign(limitsMs, { response: 10_000, recovery: 20_000, acknowledgement: 300_000, notices: 300_000 })
}
