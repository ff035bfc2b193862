// Optimistic updates: applies edits of gig sheets that the server has not stored yet to the cached replies.

import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { isOfSameEvent, registerChangeAppliers } from '#lib/shown-changes.ts'

registerChangeAppliers({
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': {
    reads: ['GET /api/bands/:bandId/events/:eventId/gig-sheet'],
    apply: (shown) => {
      if (!isOfSameEvent(shown)) return shown.reply
      return { ...(shown.reply as GigSheet), ...((shown.stored ?? shown.change.body) as Partial<GigSheet>) }
    },
  },
})
