// What stands in the calendar, of a band or of the member alone. Where no band is chosen, `bandId` is null.

import type { Event, EventChangesInput, EventInput } from '@gaffer/domain/event'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#lib/call.ts'
import { reading, refresh } from './reading.ts'

/** First and last day, yyyy-MM-dd. */
export type DateRange = { startDate: string; endDate: string }
export type EventChanges = z.input<typeof EventChangesInput>
type Stored = Pick<Event, 'id' | 'version'>

export function useBandCalendar(bandId: string, range: DateRange) {
  return useQuery(reading('GET /api/bands/:bandId/calendar', { params: { bandId }, query: range }))
}

export function useBandEvents(bandId: string, range: DateRange) {
  return useQuery(reading('GET /api/bands/:bandId/events', { params: { bandId }, query: range }))
}

export function useOwnEvents(range: DateRange) {
  return useQuery(reading('GET /api/me/events', { query: range }))
}

export function useAddEvent(bandId: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: EventInput; idempotencyKey: string }) =>
      bandId
        ? call('POST /api/bands/:bandId/events', { params: { bandId }, body, idempotencyKey })
        : call('POST /api/me/events', { body, idempotencyKey }),
    onSuccess: () => refreshCalendars(client),
  })
}

export function useChangeEvent(bandId: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id: eventId, version, changes: body }: Stored & { changes: EventChanges }) =>
      bandId
        ? call('PATCH /api/bands/:bandId/events/:eventId', { params: { bandId, eventId }, body, version })
        : call('PATCH /api/me/events/:eventId', { params: { eventId }, body, version }),
    onSuccess: () => refreshCalendars(client),
  })
}

export function useDeleteEvent(bandId: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id: eventId, version }: Stored) =>
      bandId
        ? call('DELETE /api/bands/:bandId/events/:eventId', { params: { bandId, eventId }, version })
        : call('DELETE /api/me/events/:eventId', { params: { eventId }, version }),
    onSuccess: () => refreshCalendars(client),
  })
}

/** Days away show in every band of a member, so every calendar that was read is read again. */
export function refreshCalendars(client: QueryClient): Promise<unknown> {
  const bands = client.invalidateQueries({
    predicate: ({ queryKey: [, api, bands, , noun] }) =>
      api === 'api' && bands === 'bands' && /^(events|calendar)\?/.test(String(noun)),
  })
  return Promise.all([bands, refresh(client, '/api/me/events')])
}
