// Shows edits of events that wait in the outbox.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isEventListEndpoint } from '#lib/invalidation.ts'
import type { ResponseBody } from '#lib/request.ts'
import type { ShownResponse, WaitingChangeAppliers } from '#offline/show-waiting.ts'

type Calendar = ResponseBody<'GET /api/bands/:bandId/calendar'>

export const waitingEventEdits: WaitingChangeAppliers = {
  'PATCH /api/bands/:bandId/events/:eventId': (shown) => {
    const { params, body } = shown.change
    const { cancelEventIds: _, ...fields } = body as Record<string, unknown>
    const isEdited = ({ id }: CalendarEntry) => id === params['eventId']
    return mapEvents(shown, (events) =>
      events.some(isEdited) ? events.map((event) => (isEdited(event) ? { ...event, ...fields } : event)) : events,
    )
  },
}

/** The response with `apply` applied to its events; other responses stay as they are. */
export function mapEvents(
  { read: { name }, reply }: Pick<ShownResponse, 'read' | 'reply'>,
  apply: (events: CalendarEntry[]) => CalendarEntry[],
): unknown {
  if (name === 'GET /api/bands/:bandId/events/:eventId') return apply([reply as CalendarEntry])[0]
  if (!isEventListEndpoint(name)) return reply
  if (Array.isArray(reply)) return apply(reply as CalendarEntry[])
  const calendar = reply as Calendar
  const [bandEvents, otherBandEvents] = [apply(calendar.bandEvents), apply(calendar.otherBandEvents)]
  const isSame = bandEvents === calendar.bandEvents && otherBandEvents === calendar.otherBandEvents
  return isSame ? calendar : { ...calendar, bandEvents, otherBandEvents }
}
