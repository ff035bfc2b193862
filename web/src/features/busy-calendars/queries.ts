// The user's connected calendars.

import type {
  BusyCalendar,
  BusyCalendarChangesInput,
  BusyCalendarInput,
} from '@gaffer/domain/busy-calendars/busy-calendar'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { BusyCalendar }

/** Uncached: the server reads the calendars every hour without a change message for this list. */
export function useBusyCalendars() {
  return useQuery({ ...endpointQueryOptions('GET /api/me/calendars'), staleTime: 0, gcTime: 0 })
}

const changesList = { changes: 'events', invalidates: ['GET /api/me/calendars'] } as const

export function useConnectBusyCalendar() {
  type Variables = { body: z.input<typeof BusyCalendarInput>; idempotencyKey: string }
  return useEndpointMutation('POST /api/me/calendars', { ...changesList, input: (variables: Variables) => variables })
}

export function useChangeBusyCalendar() {
  type Variables = { id: string; body: z.input<typeof BusyCalendarChangesInput> }
  return useEndpointMutation('PATCH /api/me/calendars/:calendarId', {
    ...changesList,
    input: ({ id: calendarId, body }: Variables) => ({ params: { calendarId }, body }),
  })
}

export function useRefreshBusyCalendar() {
  return useEndpointMutation('POST /api/me/calendars/:calendarId/refresh', {
    ...changesList,
    input: (calendarId: string) => ({ params: { calendarId } }),
  })
}

export function useDisconnectBusyCalendar() {
  return useEndpointMutation('DELETE /api/me/calendars/:calendarId', {
    ...changesList,
    input: (calendarId: string) => ({ params: { calendarId } }),
    isDoneIfNotFound: true,
  })
}
