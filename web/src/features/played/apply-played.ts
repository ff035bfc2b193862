// Optimistic updates: applies edits of played lists that the server has not stored yet to the cached replies.

import type { PlayedListInput, PlayedItem, PlayedList } from '@gaffer/domain/played/played'
import { isOfSameEvent, registerChangeAppliers } from '#lib/shown-changes.ts'

registerChangeAppliers({
  'PUT /api/bands/:bandId/events/:eventId/played': {
    reads: ['GET /api/bands/:bandId/events/:eventId/played'],
    apply: (shown) => {
      if (!isOfSameEvent(shown)) return shown.reply
      return shown.stored ?? applyPlayed(shown.reply as PlayedList, shown.change.body as PlayedListInput)
    },
  },
})

/** The played list with the edit applied. Songs of the earlier list keep their title and writers. */
export function applyPlayed(before: PlayedList, { items, reportedOn = null }: PlayedListInput): PlayedList {
  const itemsBySongId = new Map(
    before.items.flatMap((item) => (item.songId === null ? [] : [[item.songId, item] as const])),
  )
  const newItemDefaults = { writers: null, isOwn: false, seconds: null }
  return {
    ...before,
    reportedOn,
    version: Math.max(before.version, 1),
    items: items.map(
      ({ songId = null, title = null }): PlayedItem =>
        (songId !== null && itemsBySongId.get(songId)) || { ...newItemDefaults, songId, title: title ?? '' },
    ),
  }
}
