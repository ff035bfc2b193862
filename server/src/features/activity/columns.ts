// What an entry of the activity is made of, and what it can restore.

import {
  departureVerbs,
  restorableKindByVerb,
  type ActivityVerb,
  type RestorableKind,
} from '@gaffer/domain/activity/activity'
import { isRestorableSql } from '#platform/db/soft-delete.ts'

export type Actor = { bandId: string; userId: string }
/** Verbs of entries that only their user sees. */
export type DaysAwayVerb = 'removed_days_away' | 'restored_days_away'
/** SQL condition on the verb. */
export const isDaysAwayEntrySql = `verb in ('removed_days_away', 'restored_days_away')`
/** The user that the activity is about is an account, an invited card, or a text in `subject`. */
export type ActivityEntry = {
  verb: ActivityVerb
  aboutUserId?: string | null
  aboutMembershipId?: string
  subject?: string | null
  date?: string
  previousDate?: string
}

/** Sources of rows that each kind of deletion can restore. The conditions are those of the restores. */
const deletedRows: Record<RestorableKind, string> = {
  event: `select d.id, d.date as at from events d where d.band_id = a.band_id`,
  daysAway: `select d.id, d.date as at from unavailabilities d where d.user_id = $userId`,
  song: `select d.id, d.created_at as at from songs d where d.band_id = a.band_id`,
  setlist: `select d.id, d.created_at as at from setlists d where d.band_id = a.band_id`,
}

/** SQL list of the verbs with which a member's events are deleted. */
export const departureVerbsSql = departureVerbs.map((verb) => `'${verb}'`).join(', ')

/** SQL: the events that went with the member of the entry `a` and can still be restored; null for other entries and without any. */
export const restorableEventsSql = `case when a.verb in (${departureVerbsSql}) then (
  select json_agg(json_build_object('id', d.id, 'title', d.title, 'type', d.type, 'date', d.date) order by d.date, d.id)
  from events d where d.band_id = a.band_id and d.deletion_id = a.id and ${isRestorableSql('d.')}) end`

/** SQL: the ids that the deletion of the entry `a` can still restore; null for other entries and without any. */
export const restorableIdsSql = `case a.verb ${Object.entries(restorableKindByVerb)
  .map(
    ([verb, kind]) => `when '${verb}' then (
      select array_agg(d.id order by d.at, d.id) from (${deletedRows[kind]} and d.deletion_id = a.id and ${isRestorableSql('d.')}) d)`,
  )
  .join(' ')} end`
