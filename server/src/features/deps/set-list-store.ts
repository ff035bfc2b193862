import type { DepLinkContent } from '@gaffer/domain/deps/dep-link'
import { sharedSetlistItemsSql } from '#features/set-lists/columns.ts'
import { preparedOptionalRow } from '#platform/db/prepared-query.ts'

/** The set list as a dep sees it, with artists and the songs' own notes. Undefined when it is deleted. */
export const findSetlistForDep = preparedOptionalRow<
  NonNullable<DepLinkContent['setlist']>,
  { bandId: string; setlistId: string }
>(`
  select l.name, ${sharedSetlistItemsSql([`'artist', s.artist`, `'songNote', s.note`])} as items
  from setlists l where l.band_id = $bandId and l.id = $setlistId and l.deleted_at is null`)
