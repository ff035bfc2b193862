import * as z from 'zod/mini'
import { Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { command, hasRow, isoText, literal, oneRow, optionalRow, sql } from '#platform/db/statement.ts'

type OwnZip = { userId: string; uploadId: string }

const uploadLifetime = sql`make_interval(hours => ${literal(limits.uploadHours)})`
const isOwnUpload = sql`user_id = $userId and id = $uploadId and used_at is null and expires_at > $now`

/** Reads the numbers that zip uploads are limited by: the user's unfinished uploads, and today's bytes. Lock the user's uploads first. */
export const readZipUploadState = oneRow(
  z.strictObject({ unfinishedCount: z.int(), bytesToday: z.number() }),
  sql<{ userId: string }>`
    select
      (select count(*)::int from zip_uploads
        where user_id = $userId and finished_at is null and expires_at > $now) as "unfinishedCount",
      coalesce((select bytes from zip_upload_days where user_id = $userId and day = $today), 0)::float8 as "bytesToday"`,
)

/** Returns false when the account is gone. */
export const insertZipUpload = hasRow(
  sql<OwnZip & { name: string; bytes: number }>`
    with own as (select id from users where id = $userId for key share),
    counted as (
      insert into zip_upload_days (user_id, day, bytes) select id, $today::date, $bytes::bigint from own
      on conflict (user_id) do update set day = excluded.day,
        bytes = excluded.bytes + case when zip_upload_days.day = excluded.day then zip_upload_days.bytes else 0 end)
    insert into zip_uploads (user_id, id, name, bytes, created_at, expires_at)
    select id, $uploadId, $name, $bytes::bigint, $now, $now + ${uploadLifetime} from own returning 1`,
)

/** A zip of the caller that was not used yet. */
export const findZipUpload = optionalRow(
  z.strictObject({
    purpose: z.literal('band'),
    name: z.string(),
    bytes: z.number(),
    isFinished: z.boolean(),
    expiresAt: Timestamp,
  }),
  sql<OwnZip>`
    select 'band' as purpose, name, bytes::float8, finished_at is not null as "isFinished",
      ${isoText(sql`expires_at`)} as "expiresAt"
    from zip_uploads where ${isOwnUpload}`,
)

export const markZipUploadFinished = command(
  sql<OwnZip>`update zip_uploads set finished_at = $now where ${isOwnUpload} and finished_at is null`,
)

/** Deletes an unused zip of the caller. A trigger queues the deletion of its bytes. Returns false when there is no such upload. */
export const deleteZipUpload = hasRow(sql<OwnZip>`delete from zip_uploads where ${isOwnUpload} returning 1`)

/** Marks the zip as used. Returns false when it was used meanwhile, or expired. */
export const consumeZipUpload = hasRow(
  sql<OwnZip>`update zip_uploads set used_at = $now, expires_at = $now + ${uploadLifetime} where ${isOwnUpload} returning 1`,
)

/** Deletes the zip, used or not. A trigger queues the deletion of its bytes. */
export const deleteZip = command(sql<OwnZip>`delete from zip_uploads where user_id = $userId and id = $uploadId`)
