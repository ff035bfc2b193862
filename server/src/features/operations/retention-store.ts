// How long rows are kept.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { literal, oneRow, sql, type Sql } from '#platform/db/statement.ts'

/** An event takes about a millisecond, because its answers, notices and sheets are deleted or changed with it. */
export const batchSize = 100

/** `deleteBatch` deletes up to `batchSize` rows: one large delete could exceed the statement timeout on every run, and would hold its locks for long. */
export type RetentionRule = {
  table: string
  deleteBatch(db: Db, values: object): Promise<{ deleted: number }>
}

function deleteRows(table: Sql, condition: Sql): RetentionRule {
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

/** Whether a gig is neither over nor deleted for good. */
function isGigAhead(bandId: Sql, eventId: Sql): Sql {
  // Not `exists`, which a generic plan answers by a hash of all coming events.
  return sql`coalesce(
    (select e.last_day >= $today from events e where e.band_id = ${bandId} and e.id = ${eventId}), false)`
}

/** What a member deleted can be restored until then. Feeds show a deleted event as cancelled for as long. */
const isNoLongerRestorable = sql`deleted_at < $now - make_interval(days => ${literal(limits.restorableDays)})`

/** docs/privacy.md states each age to members. */
export const retentionRules: readonly RetentionRule[] = [
  deleteRows(sql`sessions`, sql`expires_at < $now`),
  deleteRows(sql`pending_identities`, sql`expires_at < $now`),
  deleteRows(sql`oauth_states`, sql`expires_at < $now`),
  deleteRows(sql`spotify_connections`, sql`created_at < $now - interval '183 days'`),
  deleteRows(sql`leases`, sql`expires_at < $now`),
  deleteRows(sql`phone_codes`, sql`created_at < $now - interval '24 hours'`),
  deleteRows(sql`notice_email_codes`, sql`requested_at < $now - interval '24 hours'`),
  // 24 hours: the budgets of messages count those of the last day. A text to a dep may wait for its turn for some weeks.
  deleteRows(
    sql`outgoing_messages`,
    sql`finished_at < $now - interval '24 hours'
      or (finished_at is null and due_at < $now - interval '60 days')
      or (finished_at is null and due_at is null and (created_at < $now - interval '60 days'
        or ((counted_at is null or band_id is null)
          and not ${isGigAhead(sql`outgoing_messages.band_id`, sql`outgoing_messages.event_id`)})))`,
  ),
  // Their bytes are deleted by a job. An upload is used within 24 hours, or not at all.
  deleteRows(sql`files`, sql`expires_at < $now`),
  deleteRows(sql`upload_days`, sql`day < $today - 1`),
  deleteRows(sql`zip_uploads`, sql`expires_at < $now`),
  deleteRows(sql`zip_upload_days`, sql`day < $today - 1`),
  deleteRows(sql`band_imports`, sql`created_at < $now - interval '7 days'`),
  deleteRows(sql`events`, isNoLongerRestorable),
  deleteRows(sql`unavailabilities`, isNoLongerRestorable),
  deleteRows(sql`songs`, isNoLongerRestorable),
  deleteRows(sql`charts`, isNoLongerRestorable),
  deleteRows(sql`recordings`, isNoLongerRestorable),
  deleteRows(sql`setlists`, isNoLongerRestorable),
  // Each reading of a calendar replaces its busy times. Those of a calendar that fails stay.
  deleteRows(sql`busy_intervals`, sql`last_day < $today - 7`),
  deleteRows(sql`free_months`, sql`month < $now - interval '12 months'`),
  // The sender has two days to confirm an enquiry, whose confirmation mail the budgets count by a row of their own.
  deleteRows(sql`unconfirmed_enquiries`, sql`created_at < $now - interval '48 hours'`),
  deleteRows(sql`enquiries`, sql`updated_at < $now - interval '12 months'`),
  deleteRows(sql`public_slugs`, sql`ended_at < $now - interval '90 days'`),
  deleteRows(sql`invitations`, sql`expires_at < $now - interval '30 days'`),
  // Placeholders that were never claimed hold a name and an address. An invitation lasts a week.
  deleteRows(sql`memberships`, sql`status = 'invited' and created_at < $now - interval '90 days'`),
  // 12 months, and as long as the gig is ahead.
  deleteRows(
    sql`dep_requests`,
    sql`requested_at < $now - interval '12 months'
      and not ${isGigAhead(sql`dep_requests.band_id`, sql`dep_requests.event_id`)}`,
  ),
  // Where members leave from, and who rides with whom. A lift is not changed after its gig.
  deleteRows(
    sql`lifts`,
    sql`since < $now - make_interval(days => ${literal(limits.liftDays)}) and (select e.last_day < $today - ${literal(limits.liftDays)}
      from events e where e.band_id = lifts.band_id and e.id = lifts.event_id)`,
  ),
  deleteRows(sql`activity`, sql`at < $now - interval '12 months'`),
  deleteRows(sql`activity_names`, sql`kept_at < $now - interval '12 months'`),
  deleteRows(sql`known_browsers`, sql`signed_in_at < $now - interval '90 days'`),
  deleteRows(sql`phone_failures`, sql`updated_at < $now - interval '90 days' and coalesce(locked_until, $now) <= $now`),
  deleteRows(sql`notices`, sql`created_at < $now - interval '90 days'`),
  // A cause becomes notices within minutes, and new songs become a digest within a day.
  deleteRows(sql`pending_notices`, sql`due_at < $now - interval '24 hours'`),
  deleteRows(sql`reports`, sql`reported_at < $now - interval '12 months'`),
  deleteRows(sql`idempotency_keys`, sql`expires_at < $now`),
]

/** Applied once a day, because their conditions scan whole tables. */
export const dailyRetentionRules: readonly RetentionRule[] = [
  // Storing a picture again resets created_at: the pictures of uploads in progress are younger than 24 hours.
  deleteRows(
    sql`images`,
    sql`created_at < $now - interval '24 hours' and not exists (
      select from (
        select avatar_url from users union all select avatar_url from memberships
        union all select avatar_url from bands union all select profile_image from bands
      ) used where used.avatar_url = '/images/' || images.id || '.webp')`,
  ),
]
