// The clock of the servers under test. It begins at a fixed time and runs on, so that dates in tests stay in the future. Tests that change
// its time set it back: `afterEach(testClock.reset)`.

import type { Clock } from '#platform/clock.ts'

/** A length of time; a day has 24 hours. */
type Duration = { days?: number; hours?: number; minutes?: number; seconds?: number }

// Bound when this file loads, because fake timers replace `performance.now`.
const elapsedMs = performance.now.bind(performance)
// A Friday: months before the dates of most tests, which are in 2027, and a noon without a clock change nearby.
const startMs = Date.parse('2026-11-27T12:00:00Z') - elapsedMs()
let offsetMs = 0

export const testClock = {
  now: () => new Date(startMs + elapsedMs() + offsetMs),
  advance(duration: Duration): void {
    offsetMs += millisecondsOf(duration)
  },
  set(time: Date): void {
    offsetMs = time.getTime() - startMs - elapsedMs()
  },
  reset(): void {
    offsetMs = 0
  },
} satisfies Clock & Record<string, unknown>

/** The time that is `duration` before now on the test clock. */
export const ago = (duration: Duration): Date => new Date(testClock.now().getTime() - millisecondsOf(duration))

/** The time that is `duration` after now on the test clock. */
export const fromNow = (duration: Duration): Date => new Date(testClock.now().getTime() + millisecondsOf(duration))

function millisecondsOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
