// The fields of an activity entry, and SQL about its verbs.

import { departureVerbs as departures, type ActivityVerb } from '@gaffer/domain/activity/activity'
import { literal, sql, type Sql } from '#platform/db/statement.ts'

export type Actor = { bandId: string; userId: string }
/** Verbs of entries that only the user who was away sees. */
export type DaysAwayVerb = 'removed_days_away' | 'restored_days_away'
/** An entry is about an account (`aboutUserId`), an invited card (`aboutMembershipId`) or the name or title in `subject`. */
export type ActivityEntry = {
  verb: ActivityVerb
  aboutUserId?: string | null
  aboutMembershipId?: string
  subject?: string | null
  date?: string
  previousDate?: string
}

const daysAwayVerbs: readonly DaysAwayVerb[] = ['removed_days_away', 'restored_days_away']
/** SQL condition: only the user of the entry sees an entry with this verb. */
export const isDaysAwayVerb = (verb: Sql) => sql`${verb} in (${literal(daysAwayVerbs)})`

/** SQL list: the verbs of departures. A departure also deletes events of the member. */
export const departureVerbs = literal(departures)
