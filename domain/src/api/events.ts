import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/common-schemas'
import { ConflictCheckRequest, Conflicts } from '@gaffer/domain/conflict-check'
import { PlainDate } from '@gaffer/domain/date-schemas'
import { endpoint } from '@gaffer/domain/endpoint'
import { Event, EventChangesInput, EventInput } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'

const BandId = z.strictObject({ bandId: Id })
const EventId = z.strictObject({ bandId: Id, eventId: Id })
const OwnEventId = z.strictObject({ eventId: Id })
const DateRange = z.strictObject({ startDate: PlainDate, endDate: PlainDate })

export const eventsApi = {
  readCalendar: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar',
    summary: "The band's calendar with who is away, and the caller's own days",
    params: BandId,
    query: DateRange,
    status: 200,
    response: z.strictObject({
      bandEvents: z.array(Event),
      userEvents: z.array(Event),
      otherBandEvents: z.array(Event),
    }),
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events',
    summary: 'Events of the band and who is away, in date then time order',
    params: BandId,
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  readEvent: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'One event of the band, or days away of one of its members',
    params: EventId,
    status: 200,
    response: Event,
  }),
  addEvent: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events',
    summary: 'Add an event or days away',
    params: BandId,
    body: EventInput,
    status: 201,
    response: Event,
    idempotent: true,
    changes: 'events',
  }),
  changeEvent: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Change an event; fields left out stay',
    params: EventId,
    body: EventChangesInput,
    status: 200,
    response: Event,
    versioned: true,
    changes: 'events',
  }),
  deleteEvent: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Delete an event',
    params: EventId,
    status: 204,
    versioned: true,
    changes: 'events',
  }),
  restoreEvent: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/:eventId/restore',
    summary: `Restore an event within ${limits.deletedEventDays} days of its deletion`,
    params: EventId,
    status: 200,
    response: Event,
    changes: 'events',
  }),
  checkConflicts: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/check-conflicts',
    summary: 'What a booking would clash with',
    params: BandId,
    body: ConflictCheckRequest,
    status: 200,
    response: Conflicts,
    changes: 'nothing',
  }),
  listOwnEvents: endpoint({
    method: 'GET',
    path: '/api/me/events',
    summary: "Everything in all the caller's bands, and their days away",
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  addOwnEvent: endpoint({
    method: 'POST',
    path: '/api/me/events',
    summary: 'Add days away with no band chosen',
    body: EventInput,
    status: 201,
    response: Event,
    idempotent: true,
    changes: 'events',
  }),
  changeOwnEvent: endpoint({
    method: 'PATCH',
    path: '/api/me/events/:eventId',
    summary: "Change one of the caller's days away",
    params: OwnEventId,
    body: EventChangesInput,
    status: 200,
    response: Event,
    versioned: true,
    changes: 'events',
  }),
  deleteOwnEvent: endpoint({
    method: 'DELETE',
    path: '/api/me/events/:eventId',
    summary: "Delete one of the caller's days away",
    params: OwnEventId,
    status: 204,
    versioned: true,
    changes: 'events',
  }),
  restoreOwnEvent: endpoint({
    method: 'POST',
    path: '/api/me/events/:eventId/restore',
    summary: `Restore the caller's days away within ${limits.deletedEventDays} days of their deletion`,
    params: OwnEventId,
    status: 200,
    response: Event,
    changes: 'events',
  }),
}
