// The retention rules: how long the rows of each table are kept.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { literal, oneRow, sql, type Sql } from '#platform/db/statement.ts'

/** The most rows that one statement deletes. An event takes about 1 ms, because its answers, notices and sheets change with it. */
export const batchSize = 100

/** `deleteBatch` deletes up to `batchSize` rows: a larger delete could exceed the statement timeout, and would hold its locks for long. */
export type RetentionRule = {
  table: string
  deleteBatch(db: Db, values: object): Promise<{ deleted: number }>
}

function defineRule(table: Sql, condition: Sql): RetentionRule {
  const deleteBatch = oneRow(
    z.strictObject({ deleted: z.int() }),
    sql`
    with expired as (
      delete from ${table}
      where ctid = any(array(select ctid from ${table} where ${condition} limit ${literal(batchSize)}))
      returning 1)
    select count(*)::int as deleted from expired`,
  )
  return { table: table.text, deleteBatch }
}

/** SQL condition: the gig exists and is not over. */
function isGigAhead(bandId: Sql, eventId: Sql): Sql {
  // Not `exists`, which a generic plan evaluates with a hash of all upcoming events.
  return sql`coalesce(
    (select e.last_day >= $today from events e where e.band_id = ${bandId} and e.id = ${eventId}), false)`
}

/** Members can restore a deleted row until this condition holds, and until then feeds show a deleted event as cancelled. */
const isNoLongerRestorable = sql`deleted_at < $now - make_interval(days => ${literal(limits.restorableDays)})`

/** Change docs/privacy.md with a rule: the page tells members these periods. */
export const retentionRules: readonly RetentionRule[] = [
  defineRule(sql`sessions`, sql`expires_at < $now`),
  defineRule(sql`pending_identities`, sql`expires_at < $now`),
  defineRule(sql`oauth_states`, sql`expires_at < $now`),
  defineRule(sql`spotify_connections`, sql`created_at < $now - interval '183 days'`),
  defineRule(sql`leases`, sql`expires_at < $now`),
  defineRule(sql`phone_codes`, sql`created_at < $now - interval '24 hours'`),
  defineRule(sql`notice_email_codes`, sql`requested_at < $now - interval '24 hours'`),
  // The budgets count the messages of the last 24 hours. A text to a dep may wait for its turn for some weeks.
  defineRule(
    sql`outgoing_messages`,
    sql`finished_at < $now - interval '24 hours'
      or (finished_at is null and due_at < $now - interval '60 days')
      or (finished_at is null and due_at is null and (created_at < $now - interval '60 days'
        or ((counted_at is null or band_id is null)
          and not ${isGigAhead(sql`outgoing_messages.band_id`, sql`outgoing_messages.event_id`)})))`,
  ),
  // Uploads that were not used within 24 hours. A job deletes their bytes.
  defineRule(sql`files`, sql`expires_at < $now`),
  defineRule(sql`upload_days`, sql`day < $today - 1`),
  defineRule(sql`zip_uploads`, sql`expires_at < $now`),
  defineRule(sql`zip_upload_days`, sql`day < $today - 1`),
  defineRule(sql`band_imports`, sql`created_at < $now - interval '7 days'`),
  defineRule(sql`events`, isNoLongerRestorable),
  defineRule(sql`unavailabilities`, isNoLongerRestorable),
  defineRule(sql`songs`, isNoLongerRestorable),
  defineRule(sql`charts`, isNoLongerRestorable),
  defineRule(sql`recordings`, isNoLongerRestorable),
  defineRule(sql`setlists`, isNoLongerRestorable),
  // Each reading of a calendar replaces its busy times. The busy times of a failing calendar stay.
  defineRule(sql`busy_intervals`, sql`last_day < $today - 7`),
  defineRule(sql`free_months`, sql`month < $now - interval '12 months'`),
  // An enquirer has 48 hours to confirm the enquiry. The budgets do not need this row: they count the mail in outgoing_messages.
  defineRule(sql`unconfirmed_enquiries`, sql`created_at < $now - interval '48 hours'`),
  defineRule(sql`enquiries`, sql`updated_at < $now - interval '12 months'`),
  defineRule(sql`public_slugs`, sql`ended_at < $now - interval '90 days'`),
  defineRule(sql`invitations`, sql`expires_at < $now - interval '30 days'`),
  // An unfilled card has the name and address of a person who did not join. Its invitation has expired: it lasts a week.
  defineRule(sql`memberships`, sql`status = 'invited' and created_at < $now - interval '90 days'`),
  // Kept for 12 months, and at least until the gig is over.
  defineRule(
    sql`dep_requests`,
    sql`requested_at < $now - interval '12 months'
      and not ${isGigAhead(sql`dep_requests.band_id`, sql`dep_requests.event_id`)}`,
  ),
  // A lift has personal data that nobody needs after the gig: where a member leaves from, and who rides along.
  defineRule(
    sql`lifts`,
    sql`since < $now - make_interval(days => ${literal(limits.liftDays)}) and (select e.last_day < $today - ${literal(limits.liftDays)}
      from events e where e.band_id = lifts.band_id and e.id = lifts.event_id)`,
  ),
  defineRule(sql`activity`, sql`at < $now - interval '12 months'`),
  defineRule(sql`known_browsers`, sql`signed_in_at < $now - interval '90 days'`),
  defineRule(sql`phone_failures`, sql`updated_at < $now - interval '90 days' and coalesce(locked_until, $now) <= $now`),
  defineRule(sql`notices`, sql`created_at < $now - interval '90 days'`),
  // An older cause has failed permanently: causes become notices within minutes of `due_at`.
  defineRule(sql`pending_notices`, sql`due_at < $now - interval '24 hours'`),
  defineRule(sql`reports`, sql`reported_at < $now - interval '12 months'`),
  defineRule(sql`idempotency_keys`, sql`expires_at < $now`),
]

/** Applied once a day, because their conditions scan whole tables. */
export const dailyRetentionRules: readonly RetentionRule[] = [
  // Storing a picture again resets created_at: the pictures of uploads in progress are younger than 24 hours.
  defineRule(
    sql`images`,
    sql`created_at < $now - interval '24 hours' and not exists (
      select from (
        select avatar_url from users union all select avatar_url from memberships
        union all select avatar_url from bands union all select profile_image from bands
      ) used where used.avatar_url = '/images/' || images.id || '.webp')`,
  ),
]
