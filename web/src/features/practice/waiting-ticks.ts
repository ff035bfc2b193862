// Shows the songs ticked as practised that wait in the outbox.

import { isOfSameEvent, type WaitingChangeAppliers } from '#offline/show-waiting.ts'

export const waitingTicks: WaitingChangeAppliers = {
  'PUT /api/bands/:bandId/events/:eventId/practised': (shown) => {
    const isOfPractice = shown.read.name === 'GET /api/bands/:bandId/events/:eventId/practised' && isOfSameEvent(shown)
    return isOfPractice ? shown.change.body : shown.reply
  },
}
