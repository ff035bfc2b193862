// The requests of the user's connected calendars.

import type { BusyCalendar } from '@gaffer/domain/busy-calendars/busy-calendar'
import { busyCalendarMessages } from '@gaffer/domain/busy-calendars/busy-calendar-messages'
import { useChange } from '#offline/use-change.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'

export type { BusyCalendar }

/** Uncached, because the server's hourly read of the calendars publishes no change notification for this list. */
export function useBusyCalendars() {
  return useEndpoint('GET /api/me/calendars', {}, { staleTime: 0, gcTime: 0 })
}

const calendarChangeOptions = { changes: 'events', invalidates: ['GET /api/me/calendars'] } as const

export function useConnectBusyCalendar() {
  return useChange('POST /api/me/calendars', {
    ...calendarChangeOptions,
    // The form shows this error at the address field.
    failure: (error) =>
      hasErrorCode(error, 'unreadable_calendar') ? null : { title: busyCalendarMessages.calendarNotConnected },
  })
}

export function useChangeBusyCalendar() {
  return useChange('PATCH /api/me/calendars/:calendarId', {
    ...calendarChangeOptions,
    failure: { title: busyCalendarMessages.calendarNotUpdated },
  })
}

export function useRefreshBusyCalendar() {
  return useChange('POST /api/me/calendars/:calendarId/refresh', {
    ...calendarChangeOptions,
    failure: { title: busyCalendarMessages.calendarNotUpdated },
    input: (calendarId: string) => ({ params: { calendarId } }),
  })
}

export function useDisconnectBusyCalendar() {
  return useChange('DELETE /api/me/calendars/:calendarId', {
    ...calendarChangeOptions,
    failure: { title: busyCalendarMessages.calendarNotRemoved },
    input: (calendarId: string) => ({ params: { calendarId } }),
    isDoneIfNotFound: true,
  })
}
