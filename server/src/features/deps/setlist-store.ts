import type { DepLink } from '@gaffer/domain/dep-link'
import { linkedItems } from '#features/setlists/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'

const setlist = preparedQuery<NonNullable<DepLink['setlist']>>(`
  select l.name, ${linkedItems([`'artist', s.artist`, `'songNote', s.note`])} as items
  from setlists l where l.band_id = $bandId and l.id = $setlistId and l.deleted_at is null`)

/** The set list as a dep sees it, with artists and the songs' own notes. Null when it is deleted. */
export async function findSetlistForDep(
  db: Db,
  { bandId }: { bandId: string },
  setlistId: string,
): Promise<DepLink['setlist']> {
  const [row] = await setlist(db, { bandId, setlistId })
  return row ?? null
}
