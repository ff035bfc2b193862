import type { CountStep } from './recurrence-rule.ts'

/** Steps between two readings of the clock, each of which is a system call. */
const stepsBetweenReadings = 256

/** Throws a RangeError once the steps have taken `mostMs` of the thread's CPU time. Waiting for a busy machine does not count. */
export function limitCpuTime(mostMs: number): CountStep {
  let [steps, startedMs] = [0, 0]
  return () => {
    steps += 1
    if (steps % stepsBetweenReadings !== 0) return
    const { user, system } = process.threadCpuUsage()
    const nowMs = (user + system) / 1000
    // Most entries end before the first reading.
    if (steps === stepsBetweenReadings) startedMs = nowMs
    else if (nowMs - startedMs > mostMs) throw new RangeError(`More than ${mostMs} ms for one entry`)
  }
}
