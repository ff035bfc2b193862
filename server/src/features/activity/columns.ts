// The fields of an activity entry, and SQL about its verbs.

import { departureVerbs as departures, type ActivityVerb } from '@gaffer/domain/activity/activity'
import { literal, sql, type Sql } from '#platform/db/statement.ts'

export type Actor = { bandId: string; userId: string }
/** Verbs of entries that only their user sees. */
export type DaysAwayVerb = 'removed_days_away' | 'restored_days_away'
/** The user that the activity is about is an account, an invited card, or a text in `subject`. */
export type ActivityEntry = {
  verb: ActivityVerb
  aboutUserId?: string | null
  aboutMembershipId?: string
  subject?: string | null
  date?: string
  previousDate?: string
}

const daysAwayVerbs: readonly DaysAwayVerb[] = ['removed_days_away', 'restored_days_away']
/** SQL condition: only its user sees an entry with this verb. */
export const isDaysAwayVerb = (verb: Sql) => sql`${verb} in (${literal(daysAwayVerbs)})`

/** The verbs with which a member's events are deleted. */
export const departureVerbs = literal(departures)
