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
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import {
  calendarOfBand,
  entriesOfBand,
  entriesOfPerson,
  findEntryOfBand,
  listBusyElsewhere,
  listEntriesOfBand,
  isMembership,
  listEventsOfMember,
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
  return orNotFound(await findEntryOfBand(db, member, id))
}

/** Events that removing the member would delete, past and future. */
export async function listMemberEvents(db: Db, member: MemberContext, memberId: string): Promise<Event[]> {
  const events = await listEventsOfMember(db, member, memberId)
  if (events.length === 0 && !(await isMembership(db, member, memberId))) throw notFoundError()
  return events
}

/** Members with an event of another band count as busy, the caller included. Only its dates and times are returned. */
export async function checkConflicts(
  db: Db,
  member: MemberContext,
  question: ConflictCheckRequest,
): Promise<Conflicts> {
  refuseOtherMembership(member, question)
  const candidate = { ...question, isAllDay: question.type === 'unavailable' }
  const days = searchDays(candidate)
  const [entries, busyElsewhere] = await Promise.all([
    listEntriesOfBand(db, member, days),
    listBusyElsewhere(db, member, days),
  ])
  return findConflicts(candidate, {
    bandEvents: entries.filter(({ type }) => type !== 'unavailable'),
    unavailability: entries.filter(({ type }) => type === 'unavailable'),
    busyElsewhere,
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
  if (message) throw invalidFieldError('endDate', message)
  return toSearchRange({ from: startDate, to: endDate })
}
