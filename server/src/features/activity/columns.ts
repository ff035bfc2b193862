// The insert of activity, for stores that write it in the same statement as the change.

import { randomUUIDv7 } from 'node:crypto'
import type { ActivityVerb } from '@gaffer/domain/activity'

export type Actor = { bandId: string; userId: string }
/** The user that the activity is about is an account, an invited card, or a text in `subject`. */
export type ActivityEntry = {
  verb: ActivityVerb
  aboutUserId?: string | null
  aboutMembershipId?: string
  subject?: string | null
  date?: string
  previousDate?: string
}

/**
 * SQL that inserts activity in the statement that makes the change. `from` selects the changed rows: no row, no
 * activity. The statement takes `activityValues` among its values.
 */
export const activityInsertSql = (from: string) => `
  insert into activity (band_id, id, user_id, verb, about_user_id, about_membership_id, subject, day, previous_day)
  select $bandId, $activityId, $userId, $verb, $aboutUserId, $aboutMembershipId, $subject, $day, $previousDay ${from}`

export function activityValues({ bandId, userId }: Actor, entry: ActivityEntry) {
  const { verb, aboutUserId = null, aboutMembershipId = null, subject = null, date, previousDate } = entry
  const about = { aboutUserId, aboutMembershipId, subject, day: date ?? null, previousDay: previousDate ?? null }
  return { bandId, userId, activityId: randomUUIDv7(), verb, ...about }
}
