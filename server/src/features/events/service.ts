import type { Event } from '@gaffer/domain/event'
import type { Clash } from '@gaffer/domain/clash'
import type { BusyMember, ConflictCheckRequest, Conflicts } from '@gaffer/domain/conflict-check'
import type { EventChange } from '@gaffer/domain/event-history'
import { findConflicts, searchDays } from '@gaffer/domain/conflicts'
import { addDays, daysBetween } from '@gaffer/domain/dates'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Db } from '#platform/db/connection.ts'
import { memberQuery, userQuery } from '#http/auth/authorized-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import { listAvailability } from '#features/availability/service.ts'
import { selectEventChanges } from './history-store.ts'
import {
  calendarOfBand,
  entriesOfBand,
  entriesOfPerson,
  findEntryOfBand,
  listBusyElsewhere,
  listBusyInCalendars,
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
  const conflicts = findConflicts(candidate, {
    bandEvents: entries.filter(({ type }) => type !== 'unavailable'),
    unavailability: entries.filter(({ type }) => type === 'unavailable'),
    busyElsewhere,
    busyInCalendars,
  })
  return { ...conflicts, ...(await findFreeMembers(db, member, question, conflicts)) }
}

/** Members of the band without a conflict, by whether they have said anything about the month. Days away have none. */
async function findFreeMembers(
  db: Db,
  member: MemberContext,
  { type, date }: ConflictCheckRequest,
  { unavailabilityConflicts, busyElsewhere }: Pick<Conflicts, 'unavailabilityConflicts' | 'busyElsewhere'>,
): Promise<Pick<Conflicts, 'free' | 'unsaid'>> {
  if (type === 'unavailable') return { free: [], unsaid: [] }
  const missing = new Set([...unavailabilityConflicts, ...busyElsewhere].map(({ membershipId }) => membershipId))
  const present = (await listAvailability(db, member, date.slice(0, 7))).filter((one) => !missing.has(one.membershipId))
  const named = (hasSaid: boolean) =>
    present
      .filter((one) => one.hasSaid === hasSaid)
      .map(({ membershipId, displayName }) => ({ membershipId, displayName }))
  return { free: named(true), unsaid: named(false) }
}

/** What the band's events of the range clash with: the same rules as the check before booking, for every event. */
export async function listClashes(db: Db, member: MemberContext, range: DateRange): Promise<Clash[]> {
  const { from, to } = rangeOf(range)
  const days = { from: addDays(from, -1), to: addDays(to, limits.eventDays) }
  const [entries, busyElsewhere, busyInCalendars] = await Promise.all([
    listEntriesOfBand(db, member, { from, to }),
    listBusyElsewhere(db, member, days),
    listBusyInCalendars(db, member, days),
  ])
  const schedule = {
    bandEvents: [],
    busyElsewhere: busyElsewhere.map((busy) => ({ ...busy, reason: 'plays_elsewhere' as Clash['reason'] })),
    busyInCalendars: busyInCalendars.map((busy) => ({ ...busy, reason: 'busy' as Clash['reason'] })),
  }
  const unavailability = entries.filter(({ type }) => type === 'unavailable')
  return entries
    .filter(({ type, status }) => type !== 'unavailable' && status !== 'cancelled')
    .flatMap((event) => {
      const candidate = { ...event, excludeEventId: event.id }
      const found = findConflicts(candidate, { ...schedule, unavailability })
      return [
        ...found.unavailabilityConflicts.map((away) => clashWith(event, away as BusyMember, 'away')),
        ...found.busyElsewhere.map((busy) => clashWith(event, busy, busy.reason)),
      ]
    })
}

function clashWith({ id }: Event, busy: BusyMember, reason: Clash['reason']): Clash {
  const { membershipId, displayName, date, endDate, startTime, endTime } = busy
  return { eventId: id, membershipId, displayName, reason, date, endDate, startTime, endTime }
}

export async function listEventChanges(db: Db, member: MemberContext, id: string): Promise<EventChange[]> {
  const changes = await selectEventChanges(db, member, id)
  if (changes.length === 0) throw new AppError('not_found', messages.notFound)
  return changes
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
