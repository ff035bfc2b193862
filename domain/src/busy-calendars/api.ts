import * as z from 'zod/mini'
import { BusyCalendar, BusyCalendarChangesInput, BusyCalendarInput } from './busy-calendar.ts'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

export const busyCalendarsApi = {
  listBusyCalendars: defineEndpoint({
    method: 'GET',
    path: '/api/me/calendars',
    summary: "List the caller's connected calendars, oldest first",
    status: 200,
    response: z.array(BusyCalendar),
  }),
  connectCalendar: defineEndpoint({
    method: 'POST',
    path: '/api/me/calendars',
    summary: 'Connect a calendar by its secret iCal address and read it',
    body: BusyCalendarInput,
    status: 201,
    response: BusyCalendar,
    idempotent: true,
    changes: 'events',
    errors: ['conflict', 'unreadable_calendar', 'not_found'],
  }),
  changeBusyCalendar: defineEndpoint({
    method: 'PATCH',
    path: '/api/me/calendars/:calendarId',
    summary: 'Change a connected calendar; reads it again for another address or all-day setting',
    body: BusyCalendarChangesInput,
    status: 200,
    response: BusyCalendar,
    changes: 'events',
    errors: ['conflict', 'unreadable_calendar'],
  }),
  disconnectCalendar: defineEndpoint({
    method: 'DELETE',
    path: '/api/me/calendars/:calendarId',
    summary: 'Disconnect a calendar and delete its busy times',
    status: 204,
    changes: 'events',
  }),
  refreshBusyCalendar: defineEndpoint({
    method: 'POST',
    path: '/api/me/calendars/:calendarId/refresh',
    summary: 'Read a connected calendar now; a failure is in the response',
    status: 200,
    response: BusyCalendar,
    changes: 'events',
  }),
}
