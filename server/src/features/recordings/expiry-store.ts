import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { literal, manyRows, oneRow, sql } from '#platform/db/statement.ts'

/** The limit of recordings that one transaction announces or deletes. */
export const maxRecordingsPerBatch = 100

const noticePeriod = sql`make_interval(days => ${literal(limits.recordingNoticeDays)})`
const batchLimit = literal(maxRecordingsPerBatch)

const ExpiringRecording = z.strictObject({
  id: Id,
  bandId: Id,
  eventId: z.nullable(Id),
  name: z.string(),
  expiresAt: z.date(),
})
export type ExpiringRecording = z.infer<typeof ExpiringRecording>

/**
 * Returns recordings that expire within `limits.recordingNoticeDays` and were not announced before, and marks them as announced. A recording
 * that expired unannounced, as during an outage, stays for the full notice time from now.
 */
export const markExpiryAnnounced = manyRows(
  ExpiringRecording,
  sql`
    update recordings r set expiry_told_at = $now,
      expires_at = case when r.expires_at < $now then $now + ${noticePeriod} else r.expires_at end
    from (
      select d.band_id, d.id, e.id as event_id
      from recordings d left join events e on e.band_id = d.band_id and e.id = d.event_id and e.deleted_at is null
      where d.expires_at <= $now + ${noticePeriod} and d.expiry_told_at is null and d.deleted_at is null
      order by d.expires_at limit ${batchLimit} for no key update of d skip locked) due
    where r.band_id = due.band_id and r.id = due.id
    returning r.id, r.band_id as "bandId", due.event_id as "eventId", r.name, r.expires_at as "expiresAt"`,
)

/** The uploader of each recording, admins and owners. Locks their memberships against deletion until the transaction ends. */
export const lockMembersToNotify = manyRows(
  z.strictObject({ recordingId: Id, userId: z.string() }),
  sql<{ bandIds: readonly string[]; ids: readonly string[] }>`
    select r.id as "recordingId", m.user_id as "userId"
    from recordings r
    join memberships m on m.band_id = r.band_id and m.status = 'active'
      and (m.id = r.uploaded_by or m.access in ('admin', 'owner'))
    where (r.band_id, r.id) in (select * from unnest($bandIds::uuid[], $ids::uuid[]))
    order by r.id, m.id
    for key share of m`,
)

/** Soft deletion, as by a member: the bytes are deleted once the recording can no longer be restored. */
export const deleteExpiredRecordings = oneRow(
  z.strictObject({ deleted: z.int() }),
  sql`
    with expired as (
      update recordings set deleted_at = $now
      where (band_id, id) in (
        select band_id, id from recordings
        where expires_at <= $now and expiry_told_at is not null and deleted_at is null
        order by expires_at limit ${batchLimit} for no key update skip locked)
      returning 1)
    select count(*)::int as deleted from expired`,
)
