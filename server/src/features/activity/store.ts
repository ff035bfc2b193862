// Rows refer to users by id. Names are in `activity_names`, whose rows are deleted with the account.

import { randomUUIDv7 } from 'node:crypto'
import { canRestoreAfterDeparture } from '@gaffer/domain/bands/access'
import { restorableKindByVerb, type ActivityListItem } from '@gaffer/domain/activity/activity'
import { eventTypeLabels, type BandEventType } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedQuery } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  isDaysAwayEntrySql,
  restorableEventsSql,
  restorableIdsSql,
  type ActivityEntry,
  type Actor,
  type DaysAwayVerb,
} from './columns.ts'

const activityInsertion = preparedCommand(`
  insert into activity (band_id, id, user_id, verb, about_user_id, about_membership_id, subject, day, previous_day)
  values ($bandId, $id, $userId, $verb, $aboutUserId, $aboutMembershipId, $subject, $day, $previousDay)`)

/** The id of the inserted row. */
export async function insertActivity(tx: Db, { bandId, userId }: Actor, entry: ActivityEntry): Promise<string> {
  const id = randomUUIDv7()
  const { verb, aboutUserId = null, aboutMembershipId = null, subject = null, date, previousDate } = entry
  const about = { aboutUserId, aboutMembershipId, subject, day: date ?? null, previousDay: previousDate ?? null }
  await activityInsertion(tx, { bandId, id, userId, verb, ...about })
  return id
}

/** One row in each band of the user, all with one id. */
export const insertDaysAwayActivity = preparedCommand<{
  id: string
  userId: string
  verb: DaysAwayVerb
  date: string
}>(`
  insert into activity (band_id, id, user_id, verb, day)
  select band_id, $id::uuid, user_id, $verb, $date::date from memberships where user_id = $userId and status = 'active'`)

/** Keeps the display name of a member who is about to leave or to be removed. */
export const upsertFormerMemberName = preparedCommand<{ bandId: string; userId: string }>(`
  insert into activity_names (band_id, user_id, name)
  select m.band_id, m.user_id, coalesce(m.display_name, u.display_name, 'New member')
  from memberships m join users u on u.id = m.user_id
  where m.band_id = $bandId and m.user_id = $userId
  on conflict (band_id, user_id) do update set name = excluded.name, kept_at = now()`)

/** Replaces the name of an invited member with their account, so that account erasure removes the name. */
export const linkActivityToAccount = preparedCommand<{ bandId: string; membershipId: string; userId: string }>(`
  update activity set about_user_id = $userId, subject = null
  where band_id = $bandId and about_membership_id = $membershipId`)

type GoneEvent = { id: string; title: string | null; type: BandEventType; date: string }
type ActivityRow = Omit<ActivityListItem, 'restorable'> & {
  restorableIds: string[] | null
  /** The restorable events that went with the member; null for entries that are not departures. */
  goneEvents: GoneEvent[] | null
}

/** The display name in the band, now or at the time of removal; null once the account is erased. */
const nameOf = (userId: 'user_id' | 'about_user_id') => `(
  select coalesce(m.display_name, case when m.id is null then n.name else u.display_name end, 'New member')
  from users u
  left join memberships m on m.band_id = a.band_id and m.user_id = u.id
  left join activity_names n on n.band_id = a.band_id and n.user_id = u.id
  where u.id = a.${userId})`

const page = (condition: string) =>
  preparedQuery<ActivityRow>(`
    select a.id, ${instantSql('a.at')} as at, a.verb, a.day as date, a.previous_day as "previousDate",
      ${nameOf('user_id')} as actor, coalesce(${nameOf('about_user_id')}, a.subject) as subject,
      ${restorableIdsSql} as "restorableIds", ${restorableEventsSql} as "goneEvents"
    from activity a
    where a.band_id = $bandId ${condition} and a.at > now() - interval '${limits.activityMonths} months'
      and (a.user_id = $userId or not (a.${isDaysAwayEntrySql}))
    order by a.id desc limit ${limits.activityShown}`)
const firstPage = page('')
const laterPage = page('and a.id < $before')

/** Returns a page of activity, newest first; `before` is the id of the last row of the previous page. */
export async function listActivityPage(
  db: Db,
  { bandId, userId, access }: MemberContext,
  before: string | null,
): Promise<ActivityListItem[]> {
  const rows = await (before ? laterPage(db, { bandId, userId, before }) : firstPage(db, { bandId, userId }))
  return rows.map(({ restorableIds: ids, goneEvents, ...row }) => {
    const kind = restorableKindByVerb[row.verb]
    if (!kind || !ids || (goneEvents && !canRestoreAfterDeparture({ access }))) return { ...row, restorable: null }
    const events = goneEvents?.map(({ id, title, type, date }) => ({
      id,
      subject: title ?? eventTypeLabels[type],
      date,
    }))
    return { ...row, restorable: { kind, ids, ...(events && { events }) } }
  })
}
