// What stands in the calendar, of a band or of the member alone. Where no band is chosen, `bandId` is null.

import type { ActivityVerb } from '@gaffer/domain/activity'
import { addDays } from '@gaffer/domain/dates'
import type { Event, EventChangesInput, EventInput } from '@gaffer/domain/event'
import { eventTypeLabels } from '@gaffer/domain/event-type'
import { useMutation, useQuery, useQueryClient, type InvalidateOptions, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { call, type Reply } from '#lib/request.ts'
import { hasStatus } from '#lib/api-error.ts'
import { readConnection } from '#lib/connection.ts'
import { readLastActor } from './activity.ts'
import { monthAhead, type DateRange } from './date-ranges.ts'
import { endpointQuery } from './reading.ts'

export type EventChanges = z.input<typeof EventChangesInput>
type Stored = Pick<Event, 'id' | 'version'>

const bandCalendar = (bandId: string, query: DateRange) =>
  endpointQuery('GET /api/bands/:bandId/calendar', { params: { bandId }, query })
const bandEvents = (bandId: string, query: DateRange) =>
  endpointQuery('GET /api/bands/:bandId/events', { params: { bandId }, query })
const ownEvents = (query: DateRange) => endpointQuery('GET /api/me/events', { query })

export function useBandEvents(bandId: string, range: DateRange) {
  return useQuery(bandEvents(bandId, range))
}

/** What a calendar shows, apart by what its two filters hide: the band's entries, and what is the member's own. */
export type CalendarEntries = { band: Event[]; mine: Event[] }

/** A month for the band's calendar, or for the member's own. */
export function useCalendarEntries(bandId: string | null, range: DateRange) {
  // Comparing two months field by field, to share what is equal, would cost more than drawing one.
  const asRead = { structuralSharing: false }
  const ofBand = useQuery({
    ...bandCalendar(bandId ?? '', range),
    ...asRead,
    enabled: bandId !== null,
    select: bandAndMine,
  })
  const own = useQuery({ ...ownEvents(range), ...asRead, enabled: bandId === null, select: bandsAndOwnDays })
  return bandId === null ? own : ofBand
}

const prefetchAfterMs = 400

/** Reads what a calendar may show next, so that turning the page does not wait. */
export function usePrefetchEntries(bandId: string | null, ranges: readonly DateRange[]): void {
  const client = useQueryClient()
  useEffect(() => {
    // The month that is looked at comes first.
    const timer = setTimeout(() => {
      if (readConnection().isLost) return
      for (const range of ranges) {
        if (bandId) void client.prefetchQuery(bandCalendar(bandId, range))
        else void client.prefetchQuery(ownEvents(range))
      }
    }, prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [client, bandId, ranges])
}

/** Everything from today to the same day next month, days away among it. */
export function useMonthAhead(bandId: string | null, today: string) {
  const range = monthAhead(today)
  const ofBand = useQuery({ ...bandEvents(bandId ?? '', range), enabled: bandId !== null })
  const own = useQuery({ ...ownEvents(range), enabled: bandId === null })
  return bandId === null ? own : ofBand
}

/** The event past the cache; undefined when it is gone or was moved by half a year. */
export async function readStoredEvent(
  bandId: string | null,
  { id, date }: Pick<Event, 'id' | 'date'>,
): Promise<Event | undefined> {
  const query = { startDate: addDays(date, -180), endDate: addDays(date, 180) }
  const events = bandId
    ? await call('GET /api/bands/:bandId/events', { params: { bandId }, query })
    : await call('GET /api/me/events', { query })
  return events.find((event) => event.id === id)
}

type Named = Pick<Event, 'type' | 'title' | 'date'>

/** Who last changed the band's event as it is stored now. */
export function readLastEditor(bandId: string, event: Named): Promise<string | null> {
  return readWhoDid(bandId, ['changed', 'moved'], event)
}

/** Who deleted the band's event, if it was not changed since it was read. */
export function readWhoDeleted(bandId: string, event: Named): Promise<string | null> {
  return readWhoDid(bandId, ['cancelled'], event)
}

/** The band's history knows an event by its name and day. */
function readWhoDid(bandId: string, verbs: ActivityVerb[], { type, title, date: day }: Named): Promise<string | null> {
  const name = title ?? eventTypeLabels[type]
  return readLastActor(bandId, ({ verb, subject, date }) => verbs.includes(verb) && subject === name && date === day)
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
    mutationFn: (event: Stored) => deleteEvent(bandId, event),
    onSuccess: () => refreshCalendars(client),
  })
}

/** An event that somebody else deleted meanwhile counts as deleted. */
async function deleteEvent(bandId: string | null, { id: eventId, version }: Stored): Promise<void> {
  try {
    await (bandId
      ? call('DELETE /api/bands/:bandId/events/:eventId', { params: { bandId, eventId }, version })
      : call('DELETE /api/me/events/:eventId', { params: { eventId }, version }))
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
}

/** Restores an event that was deleted lately. */
export function restoreEvent(bandId: string | null, eventId: string): Promise<Event> {
  return bandId
    ? call('POST /api/bands/:bandId/events/:eventId/restore', { params: { bandId, eventId } })
    : call('POST /api/me/events/:eventId/restore', { params: { eventId } })
}

/** Days away show in every band of a member, so every calendar that was read is read again. */
export function refreshCalendars(client: QueryClient, options: InvalidateOptions = {}): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => isCalendar(queryKey.join('/'))
  return client.invalidateQueries({ predicate }, options)
}

/** Whether the path is that of a calendar or of a list of events, whosever it is. */
export function isCalendar(path: string): boolean {
  return calendarPath.test(path)
}

const calendarPath = /^\/api\/(bands\/[^/]+\/(events|calendar)|me\/events)\?/

function bandAndMine({ bandEvents: band, userEvents, otherBandEvents }: Reply<'GET /api/bands/:bandId/calendar'>) {
  return { band, mine: [...userEvents, ...otherBandEvents] } satisfies CalendarEntries
}

/** With no band chosen, what the bands do is one thing and the member's own days away the other. */
function bandsAndOwnDays(events: Event[]): CalendarEntries {
  const isOwn = ({ type }: Event) => type === 'unavailable'
  return { band: events.filter((event) => !isOwn(event)), mine: events.filter(isOwn) }
}
