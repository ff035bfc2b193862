import * as z from 'zod/mini'
import { DepSetlistItem } from '@gaffer/domain/deps/dep-link'
import { sharedItemFields, sharedSetlistItems } from '#features/set-lists/columns.ts'
import { optionalRow, sql } from '#platform/db/statement.ts'

const itemFields = sql`${sharedItemFields}, 'artist', s.artist, 'songNote', s.note`

/** The set list as a dep sees it, with artists and the songs' own notes. Undefined when it is deleted. */
export const findSetlistForDep = optionalRow(
  z.strictObject({ name: z.string(), items: z.array(DepSetlistItem) }),
  sql<{ bandId: string; setlistId: string }>`
    select l.name, ${sharedSetlistItems(itemFields)} as items
    from setlists l where l.band_id = $bandId and l.id = $setlistId and l.deleted_at is null`,
)
