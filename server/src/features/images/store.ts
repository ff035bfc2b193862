// Pictures are deduplicated by content hash.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { hasRow, literal, oneRow, optionalRow, sql } from '#platform/db/statement.ts'

type NewImage = { id: string; contentHash: Uint8Array; content: Uint8Array; userId: string }

/** Inserts the picture, or resets created_at of an equal picture, so that retention does not delete it. Records who uploaded it. Returns the id. */
export const upsertImage = oneRow(
  z.strictObject({ id: Id }),
  sql<NewImage>`
    with stored as (
      insert into images (id, content_hash, content, created_at) values ($id, $contentHash, $content, $now)
      on conflict (content_hash) do update set created_at = excluded.created_at
      returning id),
    noted as (
      insert into image_uploads (image_id, user_id, uploaded_at) select id, $userId::uuid, $now from stored
      on conflict (user_id, image_id) do update set uploaded_at = excluded.uploaded_at)
    select id from stored`,
)

const daySeconds = 24 * 60 * 60

/**
 * Seconds until the user may upload a picture again; undefined if the user may upload now. All uploads of the last 24 hours are counted:
 * retention deletes only rows of older pictures.
 */
export const findUploadWait = optionalRow(
  z.strictObject({ seconds: z.int() }),
  sql<{ userId: string }>`
    select ceil(extract(epoch from uploaded_at - $now) + ${literal(daySeconds)})::int as seconds from image_uploads
    where user_id = $userId and uploaded_at > $now - make_interval(secs => ${literal(daySeconds)})
    order by uploaded_at desc offset ${literal(limits.pictureUploadsPerDay - 1)} limit 1`,
)

/** Whether the picture exists, and the user uploaded it or it is on their profile, on one of their membership cards or bands. */
export const canUserUseImage = hasRow(
  sql<{ id: string; url: string; userId: string }>`
    select from images where id = $id and (
      exists (select from image_uploads where user_id = $userId and image_id = images.id)
      or exists (select from users where id = $userId and avatar_url = $url)
      or exists (
        select from memberships m join bands b on b.id = m.band_id
        where m.user_id = $userId and m.status = 'active' and $url in (m.avatar_url, b.avatar_url)))`,
)

export const isStoredImage = hasRow(
  sql<{ contentHash: Uint8Array }>`select from images where content_hash = $contentHash`,
)

export const findImage = optionalRow(
  z.strictObject({ content: z.instanceof(Buffer) }),
  sql<{ id: string }>`select content from images where id = $id`,
)
