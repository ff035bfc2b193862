// The fields of an activity entry, and SQL conditions on its verb.

import { departureVerbs as departures, type ActivityVerb } from '@gaffer/domain/activity/activity'
import { literal, sql, type Sql } from '#platform/db/statement.ts'

export type Actor = { bandId: string; userId: string }
/** Verbs of entries about days away: only the user of the entry sees them. */
export type DaysAwayVerb = 'removed_days_away' | 'restored_days_away'
/** `aboutUserId` (an account) or `aboutMembershipId` (an invited card) is the member that the entry is about. */
export type ActivityEntry = {
  verb: ActivityVerb
  aboutUserId?: string | null
  aboutMembershipId?: string
  subject?: string | null
  date?: string
  previousDate?: string
}

const daysAwayVerbs: readonly DaysAwayVerb[] = ['removed_days_away', 'restored_days_away']
/** SQL condition: the verb is about days away. Only the user of such an entry sees it. */
export const isDaysAwayVerb = (verb: Sql) => sql`${verb} in (${literal(daysAwayVerbs)})`

/** SQL list: the verbs of entries about a departure, which also deletes events of the member. */
export const departureVerbs = literal(departures)
