/**
 * The current time for rules, job handlers and SQL statements; tests set it. Only pg-boss, which decides when a job is due, and the migrations
 * use the clock of the database.
 */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
