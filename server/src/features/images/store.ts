// Pictures are deduplicated by content hash.

import { preparedHasRow, preparedRequiredRow, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { sql } from '#platform/db/sql.ts'

type NewImage = { id: string; contentHash: Uint8Array; content: Uint8Array; userId: string }

/** Inserts the picture, or resets created_at of an equal one, so that retention does not delete it. Returns its id. */
export const insertImage = preparedRequiredRow<{ id: string }, NewImage>(`
  with stored as (
    insert into images (id, content_hash, content) values ($id, $contentHash, $content)
    on conflict (content_hash) do update set created_at = now()
    returning id),
  noted as (
    insert into image_uploads (image_id, user_id) select id, $userId::uuid from stored
    on conflict (user_id, image_id) do update set uploaded_at = now())
  select id from stored`)

/**
 * A query for `secondsUntilAdmitted`. Retention deletes no picture of the last 24 hours, and so no upload row either.
 */
export const uploadsOfUserSql = (userId: string) =>
  sql`select uploaded_at as at from image_uploads where user_id = ${userId}`

/** Whether the picture exists, and the user uploaded it or it is on their profile, one of their cards or bands. */
export const canUserUseImage = preparedHasRow<{ id: string; url: string; userId: string }>(`
  select from images where id = $id and (
    exists (select from image_uploads where user_id = $userId and image_id = images.id)
    or exists (select from users where id = $userId and avatar_url = $url)
    or exists (
      select from memberships m join bands b on b.id = m.band_id
      where m.user_id = $userId and m.status = 'active' and $url in (m.avatar_url, b.avatar_url)))`)

export const isStoredImage = preparedHasRow<{ contentHash: Uint8Array }>(
  `select from images where content_hash = $contentHash`,
)

export const findImage = preparedOptionalRow<{ content: Buffer }, { id: string }>(
  `select content from images where id = $id`,
)
