import type { Event } from '@gaffer/domain/event'
import type { ConflictCheckRequest, Conflicts } from '@gaffer/domain/conflict-check'
import { findConflicts, searchDays } from '@gaffer/domain/conflicts'
import { daysBetween } from '@gaffer/domain/dates'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Db } from '#platform/db/connection.ts'
import { memberQuery, userQuery } from '#http/auth/authorized-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import {
  calendarOfBand,
  entriesOfBand,
  entriesOfPerson,
  findEntryOfBand,
  listBusyElsewhere,
  listBusyInCalendars,
  listEntriesOfBand,
  listEventsKeptBy,
  toSearchRange,
  type Calendar,
  type SearchRange,
} from './store.ts'

type DateRange = { startDate: string; endDate: string }

export const readCalendar = memberQuery<Calendar, DateRange>(calendarOfBand, rangeOf)

/** The band's events with every member's days away, the caller's own included. */
export const listEvents = memberQuery<Event[], DateRange>(entriesOfBand, rangeOf)

export const listOwnEvents = userQuery<Event[], DateRange>(entriesOfPerson, rangeOf)

export async function readEvent(db: Db, member: MemberContext, id: string): Promise<Event> {
  const event = await findEntryOfBand(db, member, id)
  if (!event) throw new AppError('not_found', messages.notFound)
  return event
}

/**
 * Members with an event of another band, or a busy time in a connected calendar, count as busy, the caller included. Only dates and times
 * are returned.
 */
export async function checkConflicts(
  db: Db,
  member: MemberContext,
  question: ConflictCheckRequest,
): Promise<Conflicts> {
  refuseOtherMembership(member, question)
  const candidate = { ...question, isAllDay: question.type === 'unavailable' }
  const days = searchDays(candidate)
  const [entries, busyElsewhere, busyInCalendars] = await Promise.all([
    listEntriesOfBand(db, member, days),
    listBusyElsewhere(db, member, days),
    listBusyInCalendars(db, member, days),
  ])
  return findConflicts(candidate, {
    bandEvents: entries.filter(({ type }) => type !== 'unavailable'),
    unavailability: entries.filter(({ type }) => type === 'unavailable'),
    busyElsewhere,
    busyInCalendars,
  })
}

/** Refuses a membershipId other than the caller's own. */
export function refuseOtherMembership(
  caller: AuthenticatedUser | MemberContext,
  { membershipId = null }: { membershipId?: string | null | undefined },
): void {
  const own = 'membershipId' in caller ? caller.membershipId : null
  if (membershipId !== null && membershipId !== own) throw new AppError('not_allowed', messages.notYourMembership)
}

function rangeOf({ startDate, endDate }: DateRange): SearchRange {
  const days = daysBetween(startDate, endDate)
  const message = days < 0 ? messages.rangeBackwards : days > limits.calendarDays ? messages.rangeTooLong : null
  if (message) throw new AppError('invalid_input', message, { issues: [{ path: 'endDate', message }] })
  return toSearchRange({ from: startDate, to: endDate })
}

// For the list of events that a removal deletes.
export { listEventsKeptBy }
