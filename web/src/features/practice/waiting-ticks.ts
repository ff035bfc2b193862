// Shows the songs ticked as practised that wait in the outbox.

import { isOfSameEvent, type ShownResponse, type WaitingChangeAppliers } from '#offline/show-waiting.ts'
import { withTick } from './ticks.ts'

export const waitingTicks: WaitingChangeAppliers = {
  'PUT /api/bands/:bandId/events/:eventId/practised/:songId': (shown) => showTick(shown, true),
  'DELETE /api/bands/:bandId/events/:eventId/practised/:songId': (shown) => showTick(shown, false),
  // A page of 2.0.0 kept the whole list.
  'PUT /api/bands/:bandId/events/:eventId/practised': (shown) =>
    isOfPractice(shown) ? shown.change.body : shown.reply,
}

function showTick(shown: ShownResponse, isTicked: boolean): unknown {
  const { reply, change } = shown
  if (!isOfPractice(shown)) return reply
  return withTick(reply as Parameters<typeof withTick>[0], change.params['songId'] as string, isTicked)
}

function isOfPractice(shown: ShownResponse): boolean {
  return shown.read.name === 'GET /api/bands/:bandId/events/:eventId/practised' && isOfSameEvent(shown)
}
