import type { CountStep } from './recurrence-rule.ts'

/** Steps between two readings of the clock, each of which is a system call. */
const stepsBetweenReadings = 256

/** Returns a function that throws a RangeError once the steps between its calls have taken `maxMs` of the thread's CPU time. */
export function limitCpuTime(maxMs: number): CountStep {
  let [steps, startedMs] = [0, 0]
  return () => {
    steps += 1
    if (steps % stepsBetweenReadings !== 0) return
    const { user, system } = process.threadCpuUsage()
    const nowMs = (user + system) / 1000
    // The measurement starts at the first reading: most entries end before it, and cost no system call.
    if (steps === stepsBetweenReadings) startedMs = nowMs
    else if (nowMs - startedMs > maxMs) throw new RangeError(`More than ${maxMs} ms for one entry`)
  }
}
