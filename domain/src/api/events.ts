import * as z from 'zod/mini'
import { MemberBusyTime, ConflictCheckInput, Conflicts } from '@gaffer/domain/conflict-check'
import { PlainDate } from '@gaffer/domain/date-schemas'
import { defineEndpoint } from '@gaffer/domain/endpoint'
import { Event, EventChangesInput, EventInput, EventOptionsInput } from '@gaffer/domain/event'
import { EventHistoryEntry } from '@gaffer/domain/event-history'
import { Clash } from '@gaffer/domain/clash'
import { Id } from '@gaffer/domain/common-schemas'
import { limits } from '@gaffer/domain/limits'

const DateRange = z.strictObject({ startDate: PlainDate, endDate: PlainDate })

export const eventsApi = {
  readCalendar: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar',
    summary: "List the band's events, the days away and busy times of its members and the caller's own days away",
    query: DateRange,
    status: 200,
    response: z.strictObject({
      bandEvents: z.array(Event),
      userEvents: z.array(Event),
      otherBandEvents: z.array(Event),
      /** Times from the members' connected calendars. */
      busy: z.array(MemberBusyTime),
    }),
  }),
  listEvents: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events',
    summary: "List the band's events and its members' days away, by date and time",
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  readEvent: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Get an event of the band, or days away of one of its members',
    status: 200,
    response: Event,
  }),
  addEvent: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events',
    summary: 'Add an event or days away',
    body: EventInput,
    status: 201,
    response: Event,
    idempotent: true,
    changes: 'events',
    errors: ['conflict'],
  }),
  addEventOptions: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/event-options',
    summary: 'Add one tentative event for each date of an enquiry; confirming one cancels the others',
    body: EventOptionsInput,
    status: 201,
    response: z.strictObject({ optionGroupId: Id, events: z.array(Event) }),
    idempotent: true,
    changes: 'events',
    errors: ['conflict'],
  }),
  changeEvent: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Change an event; fields left out stay unchanged. 409 if another option of its enquiry is confirmed',
    body: EventChangesInput,
    status: 200,
    response: Event,
    idempotent: true,
    versioned: true,
    changes: 'events',
    errors: ['conflict'],
  }),
  listEventHistory: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/history',
    summary: 'List the changes of an event with old and new values, newest first',
    status: 200,
    response: z.array(EventHistoryEntry),
  }),
  listClashes: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/clashes',
    summary: "List what the band's events clash with: members who are away or play with another band, without its name",
    query: DateRange,
    status: 200,
    response: z.array(Clash),
  }),
  deleteEvent: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId',
    summary: 'Delete an event',
    status: 204,
    versioned: true,
    changes: 'events',
  }),
  restoreEvent: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/:eventId/restore',
    summary: `Restore an event within ${limits.restorableDays} days of its deletion`,
    status: 200,
    response: Event,
    changes: 'events',
    errors: ['conflict'],
  }),
  checkConflicts: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/check-conflicts',
    summary: 'Check which events and days away a booking would conflict with',
    body: ConflictCheckInput,
    status: 200,
    response: Conflicts,
    changes: 'nothing',
  }),
  listOwnEvents: defineEndpoint({
    method: 'GET',
    path: '/api/me/events',
    summary: "List the events of all the caller's bands and the caller's days away",
    query: DateRange,
    status: 200,
    response: z.array(Event),
  }),
  addOwnEvent: defineEndpoint({
    method: 'POST',
    path: '/api/me/events',
    summary: 'Add days away without naming a band',
    body: EventInput,
    status: 201,
    response: Event,
    idempotent: true,
    changes: 'events',
    errors: ['conflict', 'not_found'],
  }),
  changeOwnEvent: defineEndpoint({
    method: 'PATCH',
    path: '/api/me/events/:eventId',
    summary: "Change one of the caller's days away",
    body: EventChangesInput,
    status: 200,
    response: Event,
    versioned: true,
    changes: 'events',
  }),
  deleteOwnEvent: defineEndpoint({
    method: 'DELETE',
    path: '/api/me/events/:eventId',
    summary: "Delete one of the caller's days away",
    status: 204,
    versioned: true,
    changes: 'events',
  }),
  restoreOwnEvent: defineEndpoint({
    method: 'POST',
    path: '/api/me/events/:eventId/restore',
    summary: `Restore the caller's days away within ${limits.restorableDays} days of their deletion`,
    status: 200,
    response: Event,
    changes: 'events',
    errors: ['conflict'],
  }),
}
