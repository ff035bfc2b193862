// Rows refer to users by id. `activity_names` keeps the names of former members until their account is erased.

import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import { canRestoreAfterDeparture } from '@gaffer/domain/bands/access'
import {
  ActivityListItem,
  activityVerbs,
  restorableKindByVerb,
  type RestorableKind,
} from '@gaffer/domain/activity/activity'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { BandEventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { isRestorable } from '#platform/db/soft-deletion.ts'
import { command, isoText, literal, manyRows, sql, type Sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { departureVerbs, isDaysAwayVerb, type ActivityEntry, type Actor, type DaysAwayVerb } from './columns.ts'

type NewActivity = Actor & {
  id: string
  verb: ActivityEntry['verb']
  aboutUserId: string | null
  aboutMembershipId: string | null
  subject: string | null
  day: string | null
  previousDay: string | null
}

const insertActivityRow = command(
  sql<NewActivity>`
    insert into activity (band_id, id, user_id, verb, about_user_id, about_membership_id, subject, day, previous_day, at)
    values ($bandId, $id, $userId, $verb, $aboutUserId, $aboutMembershipId, $subject, $day, $previousDay, $now)`,
)

export async function insertActivity(tx: Db, { bandId, userId }: Actor, entry: ActivityEntry): Promise<string> {
  const id = randomUUIDv7()
  const { verb, aboutUserId = null, aboutMembershipId = null, subject = null, date, previousDate } = entry
  const about = { aboutUserId, aboutMembershipId, subject, day: date ?? null, previousDay: previousDate ?? null }
  await insertActivityRow(tx, { bandId, id, userId, verb, ...about })
  return id
}

export const insertDaysAwayActivity = command(
  sql<{ id: string; userId: string; verb: DaysAwayVerb; date: string }>`
    insert into activity (band_id, id, user_id, verb, day, at)
    select band_id, $id::uuid, user_id, $verb, $date::date, $now
    from memberships where user_id = $userId and status = 'active'`,
)

/** Keeps the display name of a member who is about to leave or to be removed. */
export const upsertFormerMemberName = command(
  sql<{ bandId: string; userId: string }>`
    insert into activity_names (band_id, user_id, name, kept_at)
    select m.band_id, m.user_id, coalesce(m.display_name, u.display_name, 'New member'), $now
    from memberships m join users u on u.id = m.user_id
    where m.band_id = $bandId and m.user_id = $userId
    on conflict (band_id, user_id) do update set name = excluded.name, kept_at = excluded.kept_at`,
)

/** Replaces the name of an invited member with their account, so that account erasure removes the name. */
export const linkActivityToAccount = command(
  sql<{ bandId: string; membershipId: string; userId: string }>`
    update activity set about_user_id = $userId, subject = null
    where band_id = $bandId and about_membership_id = $membershipId`,
)

/** SQL: the display name of a user in the band, now or when they left; null once the account is erased. */
const displayNameOf = (userId: Sql) => sql`(
  select coalesce(m.display_name, case when m.id is null then n.name else u.display_name end, 'New member')
  from users u
  left join memberships m on m.band_id = a.band_id and m.user_id = u.id
  left join activity_names n on n.band_id = a.band_id and n.user_id = u.id
  where u.id = ${userId})`

/** SQL list: the verbs of changes that delete rows of this kind, which can be restored. */
const deletionVerbsOf = (kind: RestorableKind) =>
  literal(activityVerbs.filter((verb) => restorableKindByVerb[verb] === kind))
/** SQL condition: the change that the entry `a` logs deleted the row `d`, which can still be restored. */
const isRestorableFromEntry = sql`d.deletion_id = a.id and ${isRestorable(sql`d.deleted_at`)}`

/** SQL: the ids of the rows that the change of the entry `a` deleted and that can still be restored; null if there are none. */
const restorableIds = sql`
  case
    when a.verb in (${deletionVerbsOf('event')}) then (
      select array_agg(d.id order by d.date, d.id) from events d where d.band_id = a.band_id and ${isRestorableFromEntry})
    when a.verb in (${deletionVerbsOf('daysAway')}) then (
      select array_agg(d.id order by d.date, d.id) from unavailabilities d
      where d.user_id = $userId and ${isRestorableFromEntry})
    when a.verb in (${deletionVerbsOf('song')}) then (
      select array_agg(d.id order by d.created_at, d.id) from songs d
      where d.band_id = a.band_id and ${isRestorableFromEntry})
    when a.verb in (${deletionVerbsOf('setlist')}) then (
      select array_agg(d.id order by d.created_at, d.id) from setlists d
      where d.band_id = a.band_id and ${isRestorableFromEntry})
  end`

/** SQL: the events that were deleted with the departed member of the entry `a` and can still be restored; null if there are none. */
const eventsDeletedWithMember = sql`
  case when a.verb in (${departureVerbs}) then (
    select json_agg(json_build_object('id', d.id, 'title', d.title, 'type', d.type, 'date', d.date) order by d.date, d.id)
    from events d where d.band_id = a.band_id and ${isRestorableFromEntry})
  end`

const DeletedEvent = z.strictObject({
  id: Id,
  title: z.nullable(z.string()),
  type: BandEventTypeSchema,
  date: PlainDate,
})
const ActivityRow = z.extend(z.omit(ActivityListItem, { restorable: true }), {
  restorableIds: z.nullable(z.array(Id)),
  deletedEvents: z.nullable(z.array(DeletedEvent)),
})

const entriesForViewer = sql`
  select a.id, ${isoText(sql`a.at`)} as at, a.verb, a.day as date, a.previous_day as "previousDate",
    ${displayNameOf(sql`a.user_id`)} as actor, coalesce(${displayNameOf(sql`a.about_user_id`)}, a.subject) as subject,
    ${restorableIds} as "restorableIds", ${eventsDeletedWithMember} as "deletedEvents"
  from activity a
  where a.band_id = $bandId and a.at > $now - make_interval(months => ${literal(limits.activityMonths)})
    and (a.user_id = $userId or not ${isDaysAwayVerb(sql`a.verb`)})`

const listNewestEntries = manyRows(
  ActivityRow,
  sql<Actor>`${entriesForViewer} order by a.id desc limit ${literal(limits.activityShown)}`,
)
const listEntriesBefore = manyRows(
  ActivityRow,
  sql<Actor & { before: string }>`
    ${entriesForViewer} and a.id < $before order by a.id desc limit ${literal(limits.activityShown)}`,
)

/** Returns a page of activity, newest first; `before` is the id of the last row of the previous page. */
export async function listActivityPage(
  db: Db,
  { bandId, userId, access }: MemberContext,
  before: string | null,
): Promise<ActivityListItem[]> {
  const rows = await (before
    ? listEntriesBefore(db, { bandId, userId, before })
    : listNewestEntries(db, { bandId, userId }))
  return rows.map(({ restorableIds: ids, deletedEvents, ...row }) => {
    const kind = restorableKindByVerb[row.verb]
    if (!kind || !ids || (deletedEvents && !canRestoreAfterDeparture({ access }))) return { ...row, restorable: null }
    const events = deletedEvents?.map(({ id, title, type, date }) => ({
      id,
      subject: title ?? eventTypeLabels[type],
      date,
    }))
    return { ...row, restorable: { kind, ids, ...(events && { events }) } }
  })
}
