import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { DeletedFile, type UploadPurpose } from '@gaffer/domain/files/upload'
import { command, hasRow, isoText, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

type OwnUpload = MemberContext & { uploadId: string }

/** SQL: the bytes of the band's files, and of all versions of its text charts. */
const usedBytes = sql`(
  (select coalesce(sum(bytes), 0) from files where band_id = $bandId)
  + (select coalesce(sum(bytes), 0) from chart_versions where band_id = $bandId and kind = 'text'))::float8`

/** Reads the numbers that uploads are limited by: the band's used storage and bytes of today, and the caller's unfinished uploads. */
export const readUploadState = oneRow(
  z.strictObject({ usedBytes: z.number(), unfinishedCount: z.int(), bytesToday: z.number() }),
  sql<MemberContext>`
    select
      ${usedBytes} as "usedBytes",
      (select count(*)::int from files
        where band_id = $bandId and membership_id = $membershipId and finished_at is null and expires_at > $now) as "unfinishedCount",
      coalesce((select bytes from upload_days where band_id = $bandId and day = $today), 0)::float8 as "bytesToday"`,
)

export const readUsedBytes = oneRow(
  z.strictObject({ usedBytes: z.number() }),
  sql<{ bandId: string }>`select ${usedBytes} as "usedBytes"`,
)

/** Deleted charts, also charts of deleted songs, and deleted recordings. */
export const listDeletedFiles = manyRows(
  DeletedFile,
  sql<{ bandId: string }>`
    select d.id, d.kind, d.name, d.bytes, ${isoText(sql`d."at"`)} as "deletedAt" from (
      select c.id, 'chart' as kind, case when c.hidden_at is null then c.name end as name,
        files.bytes + texts.bytes as bytes,
        coalesce(c.deleted_at, s.deleted_at) as "at"
      from charts c
      join songs s on s.band_id = c.band_id and s.id = c.song_id
      join lateral (
        select coalesce(sum(f.bytes), 0)::float8 as bytes from files f
        where f.band_id = c.band_id and f.id in (
          select v.file_id from chart_versions v where v.band_id = c.band_id and v.chart_id = c.id)
      ) files on true
      join lateral (
        select coalesce(sum(v.bytes), 0)::float8 as bytes from chart_versions v
        where v.band_id = c.band_id and v.chart_id = c.id and v.kind = 'text'
      ) texts on true
      where c.band_id = $bandId and (c.deleted_at is not null or s.deleted_at is not null)
      union all
      select r.id, 'recording', case when r.hidden_at is null then r.name end, r.bytes::float8, r.deleted_at
      from recordings r where r.band_id = $bandId and r.deleted_at is not null
    ) d order by d."at" desc, d.id`,
)

type NewUpload = { uploadId: string; purpose: UploadPurpose; name: string; bytes: number }

const uploadLifetime = sql`make_interval(hours => ${literal(limits.uploadHours)})`

/** Returns false when the caller's membership is gone. */
export const insertUpload = hasRow(
  sql<MemberContext & NewUpload>`
    with counted as (
      insert into upload_days (band_id, day, bytes) values ($bandId, $today, $bytes)
      on conflict (band_id) do update set day = excluded.day,
        bytes = excluded.bytes + case when upload_days.day = excluded.day then upload_days.bytes else 0 end)
    insert into files (band_id, id, membership_id, purpose, name, bytes, created_at, expires_at)
    select m.band_id, $uploadId, m.id, $purpose, $name, $bytes, $now, $now + ${uploadLifetime}
    from memberships m where m.band_id = $bandId and m.id = $membershipId
    for key share of m
    returning 1`,
)

const Upload = z.strictObject({
  purpose: z.enum(['chart', 'recording', 'receipt']),
  name: z.string(),
  bytes: z.number(),
  isFinished: z.boolean(),
  expiresAt: Timestamp,
})
export type Upload = z.infer<typeof Upload>

const isOwnUpload = sql`
  band_id = $bandId and id = $uploadId and membership_id = $membershipId and expires_at > $now`

/** An upload of the caller that nothing uses yet. */
export const findUpload = optionalRow(
  Upload,
  sql<OwnUpload>`
    select purpose, name, bytes::float8, finished_at is not null as "isFinished", ${isoText(sql`expires_at`)} as "expiresAt"
    from files where ${isOwnUpload}`,
)

export const markUploadFinished = command(
  sql<OwnUpload>`update files set finished_at = $now where ${isOwnUpload} and finished_at is null`,
)

/** Deletes an unused upload of the caller. A trigger queues the deletion of its bytes. Returns false when there is no such upload. */
export const deleteUpload = hasRow(sql<OwnUpload>`delete from files where ${isOwnUpload} returning 1`)

/** Makes the upload a file of the band. Returns false when the upload was used meanwhile, or expired. */
export const consumeUpload = hasRow(
  sql<OwnUpload & { mediaType: string }>`
    update files set media_type = $mediaType, membership_id = null, expires_at = null, finished_at = null
    where ${isOwnUpload} returning 1`,
)

/** Inserts the row of a file whose bytes are about to be written. Like an upload, the file expires unless it is used. */
export const insertDerivedFile = hasRow(
  sql<OwnUpload & { id: string; bytes: number }>`
    insert into files (band_id, id, membership_id, purpose, name, bytes, created_at, finished_at, expires_at)
    select band_id, $id, membership_id, purpose, name, $bytes, $now, $now, $now + interval '1 hour'
    from files where ${isOwnUpload}
    returning 1`,
)

export const listFilesToDelete = manyRows(
  z.strictObject({ id: Id }),
  sql<{ maxRows: number }>`select id from deleted_files limit $maxRows`,
)

export const removeFromDeletedFiles = command(sql<{ id: string }>`delete from deleted_files where id = $id`)

/** Lists those of the ids that have a row, belong to an import, or are queued for deletion. */
export const listKnownIds = manyRows(
  z.strictObject({ id: Id }),
  sql<{ ids: readonly string[] }>`
    select id from files where id = any($ids::uuid[])
    union select id from zip_uploads where id = any($ids::uuid[])
    union select f.id from band_imports, unnest(file_ids) f (id) where f.id = any($ids::uuid[])
    union select id from deleted_files where id = any($ids::uuid[])`,
)

/** Files in use that are older than a day, ordered by id, from the first one after the id `after`. */
export const listFilesInUse = manyRows(
  z.strictObject({ id: Id }),
  sql<{ after: string; maxRows: number }>`
    select id from files
    where expires_at is null and created_at < $now - interval '24 hours' and id > $after order by id limit $maxRows`,
)
