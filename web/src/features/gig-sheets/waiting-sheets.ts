// Shows edits of gig sheets that wait in the outbox.

import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { isOfSameEvent, type WaitingChangeAppliers } from '#offline/show-waiting.ts'

export const waitingGigSheets: WaitingChangeAppliers = {
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': (shown) => {
    const isOfGig = shown.read.name === 'GET /api/bands/:bandId/events/:eventId/gig-sheet' && isOfSameEvent(shown)
    return isOfGig ? { ...(shown.reply as GigSheet), ...(shown.change.body as Partial<GigSheet>) } : shown.reply
  },
}
