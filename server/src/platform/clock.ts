/** The only source of the current time for rules, jobs and SQL. Tests inject a clock that they can set. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
