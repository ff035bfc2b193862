// Rows refer to users by id. Names are in `activity_names`, whose rows are deleted with the account.

import type { Activity, ActivityVerb } from '@gaffer/domain/activity'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#platform/db/connection.ts'
import { identifier, sql } from '#platform/db/sql.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { activityInsertSql, activityValues, type ActivityEntry, type Actor } from './columns.ts'

const activityInsertion = preparedQuery(activityInsertSql(''))

export async function insertActivity(tx: Db, actor: Actor, entry: ActivityEntry): Promise<void> {
  await activityInsertion(tx, activityValues(actor, entry))
}

/** Keeps the display name of a member who is about to be removed. */
export async function keepMemberName(tx: Db, bandId: string, userId: string): Promise<void> {
  await tx`
    insert into activity_names (band_id, user_id, name)
    select m.band_id, m.user_id, coalesce(m.display_name, u.display_name, 'New member')
    from memberships m join users u on u.id = m.user_id
    where m.band_id = ${bandId} and m.user_id = ${userId}
    on conflict (band_id, user_id) do update set name = excluded.name, kept_at = now()`
}

/** Replaces the name of an invited member with their account, so that account erasure removes the name. */
export async function linkNameToAccount(tx: Db, bandId: string, membershipId: string, userId: string): Promise<void> {
  await tx`
    update activity set about_user_id = ${userId}, subject = null
    where band_id = ${bandId} and about_membership_id = ${membershipId}`
}

type ActivityRow = {
  id: string
  at: Date
  verb: ActivityVerb
  actor: string | null
  subject: string | null
  day: string | null
  previous_day: string | null
}

/** The display name in the band, now or at the time of removal; null once the account is erased. */
const nameOf = (userId: 'user_id' | 'about_user_id') => sql`(
  select coalesce(m.display_name, case when m.id is null then n.name else u.display_name end, 'New member')
  from users u
  left join memberships m on m.band_id = a.band_id and m.user_id = u.id
  left join activity_names n on n.band_id = a.band_id and n.user_id = u.id
  where u.id = a.${identifier(userId)})`

/** Newest first; `before` is the id of the last row of the previous page. */
export async function selectActivity(db: Db, { bandId }: MemberContext, before: string | null): Promise<Activity[]> {
  const rows = await db<ActivityRow[]>`
    select a.id, a.at, a.verb, a.day, a.previous_day, ${nameOf('user_id')} as actor,
      coalesce(${nameOf('about_user_id')}, a.subject) as subject
    from activity a
    where a.band_id = ${bandId} ${before ? sql`and a.id < ${before}` : sql``}
      and a.at > now() - make_interval(months => ${limits.activityMonths})
    order by a.id desc limit ${limits.activityShown}`
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    verb: row.verb,
    actor: row.actor,
    subject: row.subject,
    date: row.day,
    previousDate: row.previous_day,
  }))
}
