// The member's own days away: reads and the writes of the sheet on which they are painted.

import type { Event, EventInput } from '@gaffer/domain/event'
import type { DaysAwayPlan, NewDaysAway } from '@gaffer/domain/days-away-plan'
import { overlaps, type Span } from '@gaffer/domain/span'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { hasCode } from '#lib/api-error.ts'
import { newIdempotencyKey, request } from '#lib/request.ts'
import type { DateRange } from './date-ranges.ts'
import { endpointQuery } from './endpoint-query.ts'
import { invalidateChanges } from './invalidation.ts'

/** The events of all the member's bands, and their own days away. */
export function useOwnCalendar(range: DateRange) {
  return useQuery(endpointQuery('GET /api/me/events', { query: range }))
}

/** The band to store a new entry in, with the member's membership there; null for the member's own calendar. */
export type HomeOf = (entry: NewDaysAway) => { bandId: string; membershipId: string } | null

/** `error` is null if all requests succeeded. */
export type SaveOutcome = { done: number; of: number; error: unknown }

/** Sends the plan step by step, up to the first failure. Each cancelled event goes with a step whose days overlap it. */
export function useSaveDaysAway(homeOf: HomeOf) {
  const client = useQueryClient()
  // A retry after a lost response must not store the same days twice.
  const keys = useRef(new Map<string, string>())

  function keyFor(body: unknown): string {
    const sent = JSON.stringify(body)
    const key = keys.current.get(sent) ?? newIdempotencyKey()
    keys.current.set(sent, key)
    return key
  }

  async function create(days: NewDaysAway, cancelEventIds: Cancelling): Promise<unknown> {
    const home = homeOf(days)
    const { date, endDate, copyOf } = days
    const texts = { title: copyOf?.title ?? null, notes: copyOf?.notes ?? null }
    const membershipId = home?.membershipId ?? null
    const body: EventInput = { type: 'unavailable', date, endDate, ...texts, membershipId, ...cancelEventIds }
    const sent = { body, idempotencyKey: keyFor([home, body]) }
    if (home === null) return request('POST /api/me/events', sent)
    return request('POST /api/bands/:bandId/events', { params: { bandId: home.bandId }, ...sent })
  }

  return async (plan: DaysAwayPlan, cancelled: readonly Event[]): Promise<SaveOutcome> => {
    const take = takeOverlapping(cancelled)
    const steps: (() => Promise<unknown>)[] = [
      ...plan.creates.map((days) => () => create(days, take(days))),
      ...plan.changes.map(({ entry: { id, version }, days }) => () => {
        const body = { ...days, ...take(days) }
        return request('PATCH /api/me/events/:eventId', { params: { eventId: id }, body, version })
      }),
      ...plan.deletes.map(
        ({ id, version }) =>
          () =>
            deleteUnlessGone(id, version),
      ),
    ]
    let done = 0
    try {
      for (const step of steps) {
        await step()
        done += 1
      }
      return { done, of: steps.length, error: null }
    } catch (error) {
      return { done, of: steps.length, error }
    } finally {
      await invalidateChanges(client, [{ bandId: null, what: 'events' }])
    }
  }
}

type Cancelling = { cancelEventIds?: string[] }

/** Each event is taken once. */
function takeOverlapping(events: readonly Event[]): (days: Pick<Span, 'date' | 'endDate'>) => Cancelling {
  const left = new Set(events)
  return ({ date, endDate }) => {
    const span = { date, endDate, startTime: null, endTime: null, isAllDay: true }
    const taken = [...left].filter((event) => overlaps(event, span))
    for (const event of taken) left.delete(event)
    return taken.length > 0 ? { cancelEventIds: taken.map(({ id }) => id) } : {}
  }
}

async function deleteUnlessGone(eventId: string, version: number): Promise<void> {
  try {
    await request('DELETE /api/me/events/:eventId', { params: { eventId }, version })
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error
  }
}
