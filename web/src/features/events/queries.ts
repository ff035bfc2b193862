// Queries and changes of calendars and events: of a band, or of the user's own calendar if `bandId` is null.

import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry, EventChangesInput, EventInput } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type InvalidateOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type * as z from 'zod/mini'
import { hasErrorCode } from '#lib/api-error.ts'
import { readConnectionState } from '#lib/connection.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { CalendarReply } from './apply-event-edits.ts'
import './apply-event-edits.ts'
import { isEventListKey, writeSavedEvent } from './cached-events.ts'
import { monthAheadRange, type DateRange } from './date-ranges.ts'
import { useChange } from '#offline/use-change.ts'
import { endpointOfQueryKey, endpointQueryOptions, keepDataOfBand } from '#lib/endpoint-query.ts'
import type { Failure } from '#lib/show-failure.ts'

export type EventChangesBody = z.input<typeof EventChangesInput>
type StoredEvent = Pick<CalendarEntry, 'id' | 'version'>

/** The band whose API changes the entry; null for days away, which belong to the member and not to the band they were added in. */
export function owningBandId({ type, bandId }: Pick<CalendarEntry, 'type' | 'bandId'>): string | null {
  return type === 'unavailable' ? null : bandId
}

export function useBandEvents(bandId: string, range: DateRange) {
  const address = { params: { bandId }, query: range }
  return useEndpoint('GET /api/bands/:bandId/events', address, { placeholderData: keepDataOfBand(bandId) })
}

/** One event of a band, or days away of one of its members. */
export function useEvent(bandId: string, eventId: string, { enabled = true } = {}) {
  return useEndpoint('GET /api/bands/:bandId/events/:eventId', { params: { bandId, eventId } }, { enabled })
}

/** The user's own days away that overlap the event's days. Bypasses the query cache. */
export async function fetchOwnDaysAwayDuring(event: CalendarEntry): Promise<CalendarEntry[]> {
  const query = { startDate: event.date, endDate: lastDayOfSpan(event) }
  const events = await request('GET /api/me/events', { query })
  return events.filter(({ type }) => type === 'unavailable')
}

/** The entries in the two groups of the calendar's filters, and the busy times from members' connected calendars. */
export type CalendarEntries = { band: CalendarEntry[]; mine: CalendarEntry[]; busy: MemberBusyTime[] }

/** The entries of a range in the band's calendar, or in the user's own calendar. */
export function useCalendarEntries(bandId: string | null, range: DateRange) {
  // Structural sharing compares two months field by field, which costs more than rendering one.
  const unsharedOptions = { structuralSharing: false }
  const bandCalendar = useEndpoint(
    'GET /api/bands/:bandId/calendar',
    { params: { bandId: bandId ?? '' }, query: range },
    { ...unsharedOptions, enabled: bandId !== null, select: groupBandCalendar },
  )
  const personalCalendar = useEndpoint(
    'GET /api/me/events',
    { query: range },
    { ...unsharedOptions, enabled: bandId === null, select: groupPersonalCalendar },
  )
  return bandId === null ? personalCalendar : bandCalendar
}

const prefetchDelayMs = 400

/** Prefetches the ranges, which are the months next to the shown month. Does nothing while the connection is lost. */
export function usePrefetchEntries(bandId: string | null, ranges: readonly DateRange[]): void {
  const client = useQueryClient()
  useEffect(() => {
    // Waits, so that the requests of the shown month come first.
    const timer = setTimeout(() => {
      if (readConnectionState().isLost) return
      for (const query of ranges) {
        if (bandId === null) void client.prefetchQuery(endpointQueryOptions('GET /api/me/events', { query }))
        else {
          const calendar = endpointQueryOptions('GET /api/bands/:bandId/calendar', { params: { bandId }, query })
          void client.prefetchQuery(calendar)
        }
      }
    }, prefetchDelayMs)
    return () => clearTimeout(timer)
  }, [client, bandId, ranges])
}

/** Events and days away from today to the same day next month. */
export function useMonthAheadEvents(bandId: string | null, today: string) {
  const range = monthAheadRange(today)
  const bandEvents = useEndpoint(
    'GET /api/bands/:bandId/events',
    { params: { bandId: bandId ?? '' }, query: range },
    { enabled: bandId !== null, placeholderData: keepDataOfBand(bandId ?? '') },
  )
  const ownEvents = useEndpoint(
    'GET /api/me/events',
    { query: range },
    { enabled: bandId === null, placeholderData: keepPreviousData },
  )
  return bandId === null ? ownEvents : bandEvents
}

/** The band's events, kept outside the endpoint cache: otherwise saving an event would wait for a refetch of this list. */
export function useUncachedBandEvents(bandId: string, range: DateRange) {
  return useQuery({
    queryKey: ['events-of-band', bandId, range],
    queryFn: () => request('GET /api/bands/:bandId/events', { params: { bandId }, query: range }),
    gcTime: 0,
  })
}

/** Reads the event, bypassing the query cache. Rejects with `not_found` if it is deleted. */
export function fetchStoredEvent(bandId: string, eventId: string): Promise<CalendarEntry> {
  return request('GET /api/bands/:bandId/events/:eventId', { params: { bandId, eventId } })
}

/** Reads the event, bypassing the query cache. Undefined if it is deleted, or was moved by more than 180 days. */
export async function fetchEventUncached(
  bandId: string | null,
  { id, date }: Pick<CalendarEntry, 'id' | 'date'>,
): Promise<CalendarEntry | undefined> {
  const query = { startDate: addDays(date, -180), endDate: addDays(date, 180) }
  const events = bandId
    ? await request('GET /api/bands/:bandId/events', { params: { bandId }, query })
    : await request('GET /api/me/events', { query })
  return events.find((event) => event.id === id)
}

/** Adds an event. The form shows a failure. */
export function useAddEvent(bandId: string | null) {
  type Variables = { body: EventInput; idempotencyKey: string }
  const addToBand = useChange('POST /api/bands/:bandId/events', {
    changes: 'events',
    failure: null,
    input: (variables: Variables) => ({ params: { bandId: bandId ?? '' }, ...variables }),
  })
  const addToOwnCalendar = useChange('POST /api/me/events', {
    changes: 'events',
    failure: null,
    input: (variables: Variables) => variables,
  })
  return bandId === null ? addToOwnCalendar : addToBand
}

export function useChangeEvent(bandId: string | null, failure: Failure | null) {
  type Variables = CalendarEntry & { changes: EventChangesBody }
  const changeBandEvent = useChange('PATCH /api/bands/:bandId/events/:eventId', {
    changes: 'events',
    failure,
    input: ({ id: eventId, version, changes: body }: Variables) => ({
      params: { bandId: bandId ?? '', eventId },
      body,
      version,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ changes, ...event }) => ({
      about: { id: event.id, name: event.title ?? eventTypeLabels[event.type], before: event },
      reply: { ...event, ...changes } as CalendarEntry,
    }),
  })
  const changeDaysAway = useChange('PATCH /api/me/events/:eventId', {
    changes: 'events',
    failure,
    input: ({ id: eventId, version, changes: body }: Variables) => ({ params: { eventId }, body, version }),
    onSuccess: writeSavedEvent,
  })
  return bandId === null ? changeDaysAway : changeBandEvent
}

export function useDeleteEvent(bandId: string | null) {
  const failure = eventMessages.calendarEventNotDeleted
  const deleteBandEvent = useChange('DELETE /api/bands/:bandId/events/:eventId', {
    changes: 'events',
    failure,
    input: ({ id: eventId, version }: StoredEvent) => ({ params: { bandId: bandId ?? '', eventId }, version }),
    deletedEventIds: ({ id }: StoredEvent) => [id],
    isDoneIfNotFound: true,
  })
  const deleteDaysAway = useChange('DELETE /api/me/events/:eventId', {
    changes: 'events',
    failure,
    input: ({ id: eventId, version }: StoredEvent) => ({ params: { eventId }, version }),
    deletedEventIds: ({ id }: StoredEvent) => [id],
    isDoneIfNotFound: true,
  })
  return bandId === null ? deleteDaysAway : deleteBandEvent
}

/** Invalidates all lists of events. Lists on screen are refetched now, cached lists when they are shown next. */
export function useInvalidateEventLists(): (options?: InvalidateOptions) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    (options) => client.invalidateQueries({ predicate: ({ queryKey }) => isEventListKey(queryKey) }, options),
    [client],
  )
}

type BandMembership = Pick<OwnMembership, 'bandId' | 'band'>
type UserBands = { bands: readonly BandMembership[]; bandId: string | null }

export function useFetchEventFromAnyBand(): (bands: UserBands, eventId: string) => Promise<CalendarEntry | null> {
  const client = useQueryClient()
  return useCallback((bands, eventId) => fetchEventFromAnyBand(client, bands, eventId), [client])
}

/**
 * Finds an event by its id: in the query cache, in the selected band, then in the other bands, whose events get the band's name. Null if no
 * band has it.
 */
export async function fetchEventFromAnyBand(
  client: QueryClient,
  { bands, bandId: selected }: UserBands,
  eventId: string,
): Promise<CalendarEntry | null> {
  const cachedEvent = findCachedEvent(client, selected, eventId)
  if (cachedEvent) return cachedEvent
  const selectedBandFirst = bands.toSorted((a, b) => Number(b.bandId === selected) - Number(a.bandId === selected))
  for (const { bandId, band } of selectedBandFirst) {
    try {
      const event = await request('GET /api/bands/:bandId/events/:eventId', { params: { bandId, eventId } })
      return bandId === selected || event.type === 'unavailable' ? event : { ...event, bandName: band.name }
    } catch (error) {
      if (!hasErrorCode(error, 'not_found')) throw error
    }
  }
  return null
}

/** The events of the series from this event's date on. Past events are left out. */
export async function fetchSeriesEventsFrom(
  bandId: string,
  { seriesId, date }: Pick<CalendarEntry, 'seriesId' | 'date'>,
) {
  const query = { startDate: date, endDate: addDays(date, limits.calendarDays) }
  const events = await request('GET /api/bands/:bandId/events', { params: { bandId }, query })
  return events.filter((event) => event.seriesId === seriesId && event.date >= todayInLondon(new Date()))
}

/** Finds an event in the cached lists of the selected calendar. In the lists of another band, the same event would lack the band's name. */
function findCachedEvent(client: QueryClient, selected: string | null, eventId: string): CalendarEntry | undefined {
  return client
    .getQueriesData<CalendarEntry[] | CalendarReply>({
      predicate: ({ queryKey }) =>
        isEventListKey(queryKey) && (endpointOfQueryKey(queryKey)?.address.params?.['bandId'] ?? null) === selected,
    })
    .flatMap(([, data]) => (Array.isArray(data) || !data ? (data ?? []) : listAllEvents(data)))
    .find(({ id }) => id === eventId)
}

function listAllEvents({ bandEvents, userEvents, otherBandEvents }: CalendarReply): CalendarEntry[] {
  return [...bandEvents, ...userEvents, ...otherBandEvents]
}

function groupBandCalendar({ bandEvents: band, userEvents, otherBandEvents, busy = [] }: CalendarReply) {
  // `busy` is undefined in a response that an earlier release cached.
  return { band, mine: [...userEvents, ...otherBandEvents], busy } satisfies CalendarEntries
}

/** The two groups of the personal calendar: the events of all bands, and the user's own days away. */
function groupPersonalCalendar(events: CalendarEntry[]): CalendarEntries {
  const isDaysAway = ({ type }: CalendarEntry) => type === 'unavailable'
  return { band: events.filter((event) => !isDaysAway(event)), mine: events.filter(isDaysAway), busy: [] }
}
