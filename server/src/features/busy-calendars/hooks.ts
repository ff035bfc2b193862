import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** Reading a connected calendar has failed for `limits.calendarFailingDays` or longer. `failingSince` is a date. */
export const calendarFailing =
  defineHook<[tx: Db, calendar: { userId: string; calendarName: string; failingSince: string }]>()
