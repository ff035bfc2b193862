import { addDays, startOfMonth } from '@gaffer/domain/shared/dates'
import {
  datesOnWeekdays,
  computeDateAvailability,
  type DateAvailability,
  type FreeDatesQuery,
  type OccupiedSpan,
} from '@gaffer/domain/free-dates/free-dates'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import { onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { toSearchRange } from '#features/events/range-conditions.ts'
import {
  listGivenMembers,
  listBusyTimesOfGivenMembers,
  listDaysAwayOfGivenMembers,
  listEventsInOtherBands,
  listOccupyingEvents,
  listStatedMonths,
} from './store.ts'

/** Lists the dates of the range on the given weekdays, each with its free and its occupied members. */
export async function readFreeDates(
  pool: Db,
  member: MemberContext,
  query: FreeDatesQuery,
): Promise<{ dates: DateAvailability[] }> {
  const days = datesOnWeekdays(query)
  const selection = {
    ...member,
    // The search begins on the day before: an event that begins then can last into the first day.
    ...toSearchRange({ from: addDays(query.startDate, -1), to: query.endDate }),
    members: query.members ?? null,
    months: [...new Set(days.map(startOfMonth))],
  }
  const [members, events, elsewhere, daysAway, busy, statedMonths] = await onOneConnection(pool, (db) =>
    Promise.all([
      listGivenMembers(db, selection),
      listOccupyingEvents(db, selection),
      listEventsInOtherBands(db, selection),
      listDaysAwayOfGivenMembers(db, selection),
      listBusyTimesOfGivenMembers(db, selection),
      listStatedMonths(db, selection),
    ]),
  )
  if (query.members && members.length < query.members.length)
    throw invalidFieldError('members', freeDateMessages.membersInvalid)
  const wholeDays = { startTime: null, endTime: null, isAllDay: true }
  const occupied: OccupiedSpan[] = [
    ...events.map(({ id, type, title, ...span }) => ({
      ...span,
      membershipId: null,
      reason: 'event' as const,
      event: { id, type, title, status: span.status },
    })),
    ...elsewhere.map((span) => ({ ...span, reason: 'busy' as const })),
    ...daysAway.map((days) => ({ ...days, ...wholeDays, reason: 'away' as const, status: null })),
    ...busy.map((span) => ({ ...span, isAllDay: false, reason: 'busy' as const, status: null })),
  ]
  const stated = statedMonths.map(({ membershipId, month }) => ({ membershipId, month: month.slice(0, 7) }))
  return { dates: computeDateAvailability({ days, partOfDay: query.partOfDay, members, occupied, stated }) }
}
