// Stored pictures, each once.

import type { Db } from '#db/connection.ts'

/** Stores the picture, or makes the same one young again, which keeps it from being swept; returns the id it has. */
export async function insertImage(
  db: Db,
  image: { id: string; contentHash: Uint8Array; content: Uint8Array },
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into images (id, content_hash, content) values (${image.id}, ${image.contentHash}, ${image.content})
    on conflict (content_hash) do update set created_at = now()
    returning id`
  return (row as { id: string }).id
}

export async function findImage(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db<{ content: Buffer }[]>`select content from images where id = ${id}`
  return row?.content
}
