// Optimistic updates: applies ticks of practised songs that the server has not stored yet to the cached replies.

import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import type { ResponseBody } from '#lib/request.ts'
import { isOfSameEvent, registerChangeAppliers, type ShownReply } from '#lib/shown-changes.ts'

type PractisedReply = ResponseBody<'GET /api/bands/:bandId/events/:eventId/practised'>
const readsWithPractised: readonly ReadEndpointName[] = ['GET /api/bands/:bandId/events/:eventId/practised']

registerChangeAppliers({
  'PUT /api/bands/:bandId/events/:eventId/practised/:songId': {
    reads: readsWithPractised,
    apply: (shown) => applyTick(shown, true),
  },
  'DELETE /api/bands/:bandId/events/:eventId/practised/:songId': {
    reads: readsWithPractised,
    apply: (shown) => applyTick(shown, false),
  },
  // Release 2.0.0 sent the whole list. Such a change may still wait in an outbox.
  'PUT /api/bands/:bandId/events/:eventId/practised': {
    reads: readsWithPractised,
    apply: (shown) => (isOfSameEvent(shown) ? shown.change.body : shown.reply),
  },
})

function applyTick(shown: ShownReply, isTicked: boolean): unknown {
  if (!isOfSameEvent(shown)) return shown.reply
  const practised = shown.reply as PractisedReply
  const { songId = '' } = shown.change.params
  const others = practised.songIds.filter((id) => id !== songId)
  return { ...practised, songIds: isTicked ? [...others, songId] : others }
}
