import { addDays, startOfMonth } from '@gaffer/domain/shared/dates'
import {
  datesOnWeekdays,
  computeDateAvailability,
  type DateAvailability,
  type FreeDatesQuery,
} from '@gaffer/domain/free-dates/free-dates'
import { limits } from '@gaffer/domain/shared/limits'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import type { Db } from '#platform/db/connection.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { readMembersAndOccupiedSpans } from './store.ts'
import { toSearchRange } from '#features/events/range-columns.ts'

/** The dates of the range on the given weekdays, with the members who are free and those who are not. */
export async function readFreeDates(
  db: Db,
  member: MemberContext,
  query: FreeDatesQuery,
): Promise<{ dates: DateAvailability[] }> {
  const days = datesOnWeekdays(query)
  // An event of the night before can end in the evening of the first day.
  const range = toSearchRange({ from: addDays(query.startDate, -1), to: query.endDate })
  const { members, occupied, stated } = await readMembersAndOccupiedSpans(db, {
    ...member,
    ...range,
    members: query.members ?? null,
    months: [...new Set(days.map(startOfMonth))],
    longest: limits.eventDays,
  })
  if (query.members && members.length < query.members.length)
    throw invalidFieldError('members', freeDateMessages.membersInvalid)
  return { dates: computeDateAvailability({ days, partOfDay: query.partOfDay, members, occupied, stated }) }
}
