import { toSearchRange, type SearchRange } from './range-columns.ts'
import type { Event } from '@gaffer/domain/events/event'
import type { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import { areDaysAwayNewerThanYes, type Clash } from '@gaffer/domain/clashes/clash'
import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import type { ConflictCheckInput, Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { findConflicts, conflictSearchRangeOf } from '@gaffer/domain/clashes/conflicts'
import { addDays, daysBetween } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Db } from '#platform/db/connection.ts'
import { authorizedMemberQuery, authorizedUserQuery } from '#http/guards/authorized-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import { listAvailability } from './availability-service.ts'
import { lockEventRow } from './write-store.ts'
import { listDepCovers, type DepCover } from './dep-covers-store.ts'
import { listYesAnswers } from './yes-answers-store.ts'
import { listEventChangeRows } from './history-store.ts'
import {
  calendarOfBandSql,
  entriesOfBandSql,
  ownEntriesSql,
  findEntryOfBand,
  listBusyInOtherBands,
  listBusyInCalendars,
  listEntriesOfBand,
  listEntriesWithoutAnswers,
  isMembershipOfBand,
  listEventsOfMember,
  type BandCalendar,
} from './store.ts'

type DateRange = { startDate: string; endDate: string }

export const calendarQuery = authorizedMemberQuery<BandCalendar, DateRange>(calendarOfBandSql, rangeOf)

/** The band's events with every member's days away, the caller's own included. */
export const eventsQuery = authorizedMemberQuery<Event[], DateRange>(entriesOfBandSql, rangeOf)

export const ownEventsQuery = authorizedUserQuery<Event[], DateRange>(ownEntriesSql, rangeOf)

export async function readEvent(db: Db, member: MemberContext, id: string): Promise<Event> {
  return orNotFound(await findEntryOfBand(db, { ...member, id }))
}

/** Reads the event and locks its row until the transaction ends. */
export async function lockAndReadEvent(tx: Db, member: MemberContext, id: string): Promise<Event> {
  await lockEventRow(tx, { ...member, id })
  return readEvent(tx, member, id)
}

/** Events that removing the member would delete, past and future. */
export async function listMemberEvents(db: Db, member: MemberContext, memberId: string): Promise<Event[]> {
  const events = await listEventsOfMember(db, { ...member, memberId })
  if (events.length === 0 && !(await isMembershipOfBand(db, { ...member, memberId }))) throw notFoundError()
  return events
}

/**
 * Members with an event of another band, or a busy time in a connected calendar, count as busy, the caller included. Only dates and times
 * are returned.
 */
export async function checkConflicts(db: Db, member: MemberContext, question: ConflictCheckInput): Promise<Conflicts> {
  const [conflicts] = await checkConflictsOnDates(db, member, [question])
  return conflicts as Conflicts
}

/** The conflicts of each question, in their order, with one read for all. The questions are in date order, and not empty. */
export async function checkConflictsOnDates(
  db: Db,
  member: MemberContext,
  questions: readonly ConflictCheckInput[],
): Promise<Conflicts[]> {
  for (const question of questions) refuseOtherMembership(member, question)
  const candidates = questions.map((question) => ({ ...question, isAllDay: question.type === 'unavailable' }))
  const ranges = candidates.map(conflictSearchRangeOf)
  const range = { ...member, ...toSearchRange({ from: ranges[0]?.from as string, to: ranges.at(-1)?.to as string }) }
  const [entries, busyElsewhere, busyInCalendars] = await Promise.all([
    listEntriesOfBand(db, range),
    listBusyInOtherBands(db, range),
    listBusyInCalendars(db, range),
  ])
  const bandEvents = entries.filter(({ type }) => type !== 'unavailable')
  const unavailability = entries.filter(({ type }) => type === 'unavailable')
  const availability = await availabilityOf(db, member, questions)
  return candidates.map((candidate) => {
    const conflicts = findConflicts(candidate, { bandEvents, unavailability, busyElsewhere, busyInCalendars })
    return { ...conflicts, ...freeMembers(candidate, conflicts, availability) }
  })
}

type Availability = Map<string, MemberMonthAvailability[]>

/** Which members have said something about the months of the questions. Days away ask nothing. */
async function availabilityOf(
  db: Db,
  member: MemberContext,
  questions: readonly ConflictCheckInput[],
): Promise<Availability> {
  const months = questions.filter(({ type }) => type !== 'unavailable').map(({ date }) => date.slice(0, 7))
  const availability: Availability = new Map()
  for (const month of new Set(months)) availability.set(month, await listAvailability(db, member, month))
  return availability
}

/** Members of the band without a conflict, by whether they have said anything about the month. Days away have none. */
function freeMembers(
  { type, date }: ConflictCheckInput,
  { unavailabilityConflicts, busyElsewhere }: Pick<Conflicts, 'unavailabilityConflicts' | 'busyElsewhere'>,
  availability: Availability,
): Pick<Conflicts, 'free' | 'unsaid'> {
  if (type === 'unavailable') return { free: [], unsaid: [] }
  const missing = new Set([...unavailabilityConflicts, ...busyElsewhere].map(({ membershipId }) => membershipId))
  const members = availability.get(date.slice(0, 7)) ?? []
  const present = members.filter((one) => !missing.has(one.membershipId))
  const named = (hasSaid: boolean) =>
    present
      .filter((one) => one.hasSaid === hasSaid)
      .map(({ membershipId, displayName }) => ({ membershipId, displayName }))
  return { free: named(true), unsaid: named(false) }
}

/** The clashes of the band's events in the range, by the rules of the conflict check. */
export async function listClashes(db: Db, member: MemberContext, range: DateRange): Promise<Clash[]> {
  const { from, to } = rangeOf(range)
  const inRange = await listEntriesWithoutAnswers(db, { ...member, ...toSearchRange({ from, to }) })
  const events = inRange.filter(({ type, status }) => type !== 'unavailable' && status !== 'cancelled')
  const searched = events.map(conflictSearchRangeOf)
  const first = searched.map((days) => days.from).toSorted()[0]
  const last = searched
    .map((days) => days.to)
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined) return []
  // An event may begin before the range or end after it.
  const isLonger = first < addDays(from, -1) || last > to
  const entries = isLonger
    ? await listEntriesWithoutAnswers(db, { ...member, ...toSearchRange({ from: first, to: last }) })
    : inRange
  const unavailability = entries.filter(({ type }) => type === 'unavailable')
  // A day more: an event that ends at midnight shares the next day with the events on it.
  const around = toSearchRange({ from: first, to: addDays(last, 1) })
  const eventIds = events.map(({ id }) => id)
  const [busyElsewhere, busyInCalendars, covers, yesAnswers] = await Promise.all([
    listBusyInOtherBands(db, { ...member, ...around }),
    listBusyInCalendars(db, { ...member, ...around }),
    listDepCovers(db, { ...member, eventIds }),
    listYesAnswers(db, { ...member, eventIds }),
  ])
  const schedule = {
    bandEvents: [],
    busyElsewhere: busyElsewhere.map((busy) => ({ ...busy, reason: 'plays_elsewhere' as Clash['reason'] })),
    busyInCalendars: busyInCalendars.map((busy) => ({ ...busy, reason: 'busy' as Clash['reason'] })),
  }
  return events.flatMap((event) => {
    const found = findConflicts({ ...event, excludeEventId: event.id }, { ...schedule, unavailability })
    const yesAt = new Map(
      yesAnswers
        .filter(({ eventId }) => eventId === event.id)
        .map(({ membershipId, answeredAt }) => [membershipId, answeredAt]),
    )
    const away = found.unavailabilityConflicts.filter(({ membershipId, updatedAt }) =>
      areDaysAwayNewerThanYes(updatedAt, yesAt.get(membershipId ?? '') ?? null),
    )
    return [
      ...away.map((days) => clashWith(event, days as MemberBusyTime, 'away', covers)),
      ...found.busyElsewhere.map((busy) => clashWith(event, busy, busy.reason, covers)),
    ]
  })
}

function clashWith(
  { id }: Pick<Event, 'id'>,
  busy: MemberBusyTime,
  reason: Clash['reason'],
  covers: readonly DepCover[],
): Clash {
  const { membershipId, displayName, date, endDate, startTime, endTime } = busy
  const cover = covers.findLast((one) => one.eventId === id && one.membershipId === membershipId)
  const coveredBy = cover?.name ?? null
  return { eventId: id, membershipId, displayName, reason, date, endDate, startTime, endTime, coveredBy }
}

export async function listEventHistory(db: Db, member: MemberContext, id: string): Promise<EventHistoryEntry[]> {
  const changes = await listEventChangeRows(db, { ...member, id })
  if (changes.length === 0) throw notFoundError()
  return changes
}

/** Refuses a membershipId other than the caller's own. */
export function refuseOtherMembership(
  caller: AuthenticatedUser | MemberContext,
  { membershipId = null }: { membershipId?: string | null | undefined },
): void {
  const own = 'membershipId' in caller ? caller.membershipId : null
  if (membershipId !== null && membershipId !== own) throw new AppError('not_allowed', eventMessages.notYourMembership)
}

function rangeOf({ startDate, endDate }: DateRange): SearchRange {
  const days = daysBetween(startDate, endDate)
  const message =
    days < 0 ? eventMessages.rangeBackwards : days > limits.calendarDays ? eventMessages.rangeTooLong : null
  if (message) throw invalidFieldError('endDate', message)
  return toSearchRange({ from: startDate, to: endDate })
}
