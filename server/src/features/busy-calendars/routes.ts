import { busyCalendarsApi } from '@gaffer/domain/busy-calendars/api'
import { requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import {
  changeBusyCalendar,
  connectCalendar,
  disconnectCalendar,
  listBusyCalendars,
  fetchTimesOfNewCalendar,
  refreshBusyCalendar,
} from './service.ts'

// A request waits up to 5 s for a free worker, 5 s for the calendar's server and 10 s for the parser. The rate limit is low, because
// each request fetches a URL that the caller chose.
const readingOptions = { deadlineMs: 22_000, perMinuteInSession: 20 }

export function busyCalendarRoutes(serve: ServeEndpoint): void {
  serve(busyCalendarsApi.listBusyCalendars, requireSession, ({ db, user }) => listBusyCalendars(db, user))
  serve(
    busyCalendarsApi.connectCalendar,
    requireSession,
    ({ services, db, user, body, times }) => connectCalendar(services, db, user, body, times),
    { ...readingOptions, prepare: fetchTimesOfNewCalendar },
  )
  serve(
    busyCalendarsApi.changeBusyCalendar,
    requireSession,
    ({ services, db, user, params, body }) => changeBusyCalendar(services, db, user, params.calendarId, body),
    readingOptions,
  )
  serve(busyCalendarsApi.disconnectCalendar, requireSession, ({ db, user, params }) =>
    disconnectCalendar(db, user, params.calendarId),
  )
  serve(
    busyCalendarsApi.refreshBusyCalendar,
    requireSession,
    ({ services, db, user, params }) => refreshBusyCalendar(services, db, user, params.calendarId),
    readingOptions,
  )
}
