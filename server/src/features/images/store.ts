// Pictures are deduplicated by content hash.

import type { Db } from '#platform/db/connection.ts'
import { preparedCheck } from '#platform/db/prepared-query.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import { sql } from '#platform/db/sql.ts'

/** Inserts the picture, or resets created_at of an equal one, so that retention does not delete it. Returns its id. */
export async function insertImage(
  db: Db,
  image: { id: string; contentHash: Uint8Array; content: Uint8Array },
  userId: string,
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    with stored as (
      insert into images (id, content_hash, content) values (${image.id}, ${image.contentHash}, ${image.content})
      on conflict (content_hash) do update set created_at = now()
      returning id),
    noted as (
      insert into image_uploads (image_id, user_id) select id, ${userId} from stored
      on conflict (user_id, image_id) do update set uploaded_at = now())
    select id from stored`
  return (row as { id: string }).id
}

/**
 * Seconds until the user may upload another picture. Counts the last 24 hours of `image_uploads`; retention deletes no picture,
 * and so no upload row, that is younger.
 */
export function secondsUntilUpload(db: Db, userId: string, perDay: number): Promise<number> {
  const uploads = sql`select uploaded_at as at from image_uploads where user_id = ${userId}`
  return secondsUntilAdmitted(db, uploads, [{ most: perDay, seconds: 24 * 60 * 60 }])
}

/** Whether the picture exists, and the user uploaded it or it is on their profile, one of their cards or bands. */
export async function isUsableImage(db: Db, id: string, userId: string): Promise<boolean> {
  const url = `/images/${id}.webp`
  const rows = await db`
    select from images where id = ${id} and (
      exists (select from image_uploads where user_id = ${userId} and image_id = images.id)
      or exists (select from users where id = ${userId} and avatar_url = ${url})
      or exists (
        select from memberships m join bands b on b.id = m.band_id
        where m.user_id = ${userId} and m.status = 'active' and ${url} in (m.avatar_url, b.avatar_url)))`
  return rows.length > 0
}

export const isStoredImage = preparedCheck<{ contentHash: Uint8Array }>(
  `select from images where content_hash = $contentHash`,
)

export async function findImage(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db<{ content: Buffer }[]>`select content from images where id = ${id}`
  return row?.content
}
