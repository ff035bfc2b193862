import { systemClock, type Clock } from '#platform/clock.ts'

/** The clock of the servers under test. */
export const testClock: Clock = systemClock
