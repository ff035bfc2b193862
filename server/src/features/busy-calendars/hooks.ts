import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** The readings of a connected calendar have failed for days. `failingSince` is a date. */
export const calendarFailing =
  defineHook<[tx: Db, calendar: { userId: string; calendarName: string; failingSince: string }]>()
