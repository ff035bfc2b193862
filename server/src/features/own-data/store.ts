import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import type { Db } from '#platform/db/connection.ts'
import { command, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import { ownPictures } from './owner-conditions.ts'
import { personalTables, type DataSubject, type PersonalTable } from './personal-tables-store.ts'

export const findDataSubject = optionalRow(
  z.strictObject({ userId: Id, phone: z.string() }),
  sql<{ userId: string }>`select id as "userId", phone from users where id = $userId`,
)

/** Makes the query of the user's rows of a table, without the excluded columns. The keys of a row are in snake_case. */
function defineRowQuery({ table, owner, excludedColumns = [], exported }: PersonalTable) {
  const row = exported ?? sql`to_jsonb(t) - array[${literal(excludedColumns)}]::text[]`
  return manyRows(
    z.strictObject({ row: z.record(z.string(), z.unknown()) }),
    sql<DataSubject>`select ${row} as row from ${table} t where ${owner}`,
  )
}

/** The queries of all personal tables, in the order of the export file. */
export const personalTableReads = personalTables.map((table) => ({
  exportKey: table.exportKey,
  readRows: defineRowQuery(table),
}))

/** URLs of the user's pictures. Call it before leaving the bands. */
export const listPictureUrls = manyRows(
  z.strictObject({ url: z.nullable(z.string()) }),
  sql<DataSubject>`select own.url from (${ownPictures}) own`,
)

const erasureCommands = personalTables.flatMap(({ table, owner, isErased, erase }) => {
  const statement = isErased ? sql`delete from ${table} t where ${owner}` : erase
  return statement ? [command<DataSubject>(statement)] : []
})

/**
 * Deletes the rows of tables with `isErased` and runs the `erase` statements. Call it before leaving the bands, whose rows the statements
 * use.
 */
export async function erasePersonalData(tx: Db, subject: DataSubject): Promise<void> {
  for (const erase of erasureCommands) await erase(tx, subject)
}

export const deleteUserRow = command(sql<{ userId: string }>`delete from users where id = $userId`)

/**
 * Deletes pictures that no user, member or band uses. Keeps pictures stored in the last minute: an upload in progress may be about to refer
 * to them. Retention later deletes a picture that stays unused.
 */
export const deleteUnusedPictures = command(
  sql<{ urls: (string | null)[] }>`
    delete from images where created_at < $now - interval '1 minute' and '/images/' || id || '.webp' in (
      select unnest($urls::text[])
      except select avatar_url from users
      except select avatar_url from memberships
      except select avatar_url from bands
      except select profile_image from bands)`,
)
