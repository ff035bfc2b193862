// The entries of a set list while it is edited.

import { formatDuration, type SetlistItem, type SetlistItemInput } from '@gaffer/domain/set-lists/set-list'
import type { FieldDifference } from '#lib/edit-conflict-dialog.tsx'
import type { Setlist } from '#features/set-lists/queries.ts'
import type { Song } from '#features/songs/queries.ts'

/** The edited values of a set list. New entries have temporary ids, which the server replaces. */
export type SetlistFormValues = Pick<Setlist, 'name' | 'items'>

let added = 0

export function newSetlistItem(fields: Partial<SetlistItem>): SetlistItem {
  added += 1
  return { songId: null, label: null, note: null, durationSeconds: null, chartCount: 0, ...fields, id: `new ${added}` }
}

/** The entries of the request body: only stored entries have an id. */
export function itemsToSend(items: readonly SetlistItem[]): SetlistItemInput[] {
  return items.map(({ id, songId, label, note, durationSeconds }) => ({
    ...(!id.startsWith('new ') && { id }),
    songId,
    label,
    note,
    durationSeconds,
  }))
}

/** The song's title, or the entry's own text. "Song" for a song that is not loaded yet. */
export function itemTitle(item: SetlistItem, songs: ReadonlyMap<string, Song>): string {
  if (item.songId === null) return item.label ?? ''
  return songs.get(item.songId)?.title ?? 'Song'
}

export function itemDurationSeconds(item: SetlistItem, songs: ReadonlyMap<string, Song>): number | null {
  return item.durationSeconds ?? (item.songId === null ? null : (songs.get(item.songId)?.durationSeconds ?? null))
}

export function isDraftUnchanged(draft: SetlistFormValues, stored: SetlistFormValues): boolean {
  return (
    draft.name.trim() === stored.name &&
    JSON.stringify(itemsToSend(draft.items)) === JSON.stringify(itemsToSend(stored.items))
  )
}

/** The fields that differ between the member's draft and the set list that was saved first. */
export function setlistDifferences(
  mine: SetlistFormValues,
  theirs: SetlistFormValues,
  songs: ReadonlyMap<string, Song>,
): FieldDifference[] {
  const fields: [string, (draft: SetlistFormValues) => string][] = [
    ['Name', ({ name }) => name.trim()],
    ['Songs', ({ items }) => items.map((item) => lineOf(item, songs)).join(', ') || 'None'],
  ]
  return fields.flatMap(([label, show]) => {
    const [theirWords, myWords] = [show(theirs), show(mine)]
    if (theirWords === myWords) return []
    return [
      {
        label,
        sides: [
          { of: 'Theirs', is: theirWords },
          { of: 'Yours', is: myWords },
        ],
      },
    ]
  })
}

function lineOf(item: SetlistItem, songs: ReadonlyMap<string, Song>): string {
  const details = [item.note, item.durationSeconds === null ? null : formatDuration(item.durationSeconds)].filter(
    Boolean,
  )
  return itemTitle(item, songs) + (details.length > 0 ? ` (${details.join(', ')})` : '')
}
