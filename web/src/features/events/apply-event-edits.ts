// Optimistic updates: applies edits of events that the server has not stored yet to the cached replies.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import { calendarReads } from '#lib/invalidation.ts'
import type { ResponseBody } from '#lib/request.ts'
import { registerChangeAppliers, type ShownReply } from '#lib/shown-changes.ts'

export type CalendarReply = ResponseBody<'GET /api/bands/:bandId/calendar'>

/** The endpoints whose replies contain events. */
export const readsWithEvents: readonly ReadEndpointName[] = [...calendarReads, 'GET /api/bands/:bandId/events/:eventId']

registerChangeAppliers({
  'PATCH /api/bands/:bandId/events/:eventId': { reads: readsWithEvents, apply: applyEventEdit },
})

function applyEventEdit(shown: ShownReply): unknown {
  const { params, body } = shown.change
  const { cancelEventIds: _, ...edited } = body as Record<string, unknown>
  const fields = (shown.stored as CalendarEntry | undefined) ?? edited
  const isEdited = ({ id }: CalendarEntry) => id === params['eventId']
  return mapEvents(shown, (events) => {
    if (!events.some(isEdited)) return events
    // Keeps the shown `bandName`: only lists with events of other bands contain it, so the edit has none.
    return events.map((event) =>
      isEdited(event) ? ({ ...event, ...fields, bandName: event.bandName } as CalendarEntry) : event,
    )
  })
}

/** Returns the reply with `apply` run on its event or lists of events. Days away (`userEvents`) stay as they are. */
export function mapEvents(
  { read: { name }, reply }: Pick<ShownReply, 'read' | 'reply'>,
  apply: (events: CalendarEntry[]) => CalendarEntry[],
): unknown {
  if (name === 'GET /api/bands/:bandId/events/:eventId') return apply([reply as CalendarEntry])[0]
  if (Array.isArray(reply)) return apply(reply as CalendarEntry[])
  const calendar = reply as CalendarReply
  const [bandEvents, otherBandEvents] = [apply(calendar.bandEvents), apply(calendar.otherBandEvents)]
  const isUnchanged = bandEvents === calendar.bandEvents && otherBandEvents === calendar.otherBandEvents
  return isUnchanged ? calendar : { ...calendar, bandEvents, otherBandEvents }
}
