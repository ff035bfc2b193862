import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { isDaysAwayClash, type Clash } from '@gaffer/domain/clashes/clash'
import type { ConflictCheckInput, Conflicts } from '@gaffer/domain/clashes/conflict-check'
import { conflictSearchRangeOf, findConflicts } from '@gaffer/domain/clashes/conflicts'
import type { SeriesConflicts } from '@gaffer/domain/clashes/series-conflicts'
import type { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import type { DaysAway } from '@gaffer/domain/events/event'
import { moveEventToDate, type ParsedEventSeries } from '@gaffer/domain/events/event-series'
import { computeRepeatDates } from '@gaffer/domain/events/repeat'
import { addDays } from '@gaffer/domain/shared/dates'
import { onOneConnection, type Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { listAvailability } from '#features/events/month-availability-service.ts'
import { toValidSearchRange, type DateRange } from '#features/events/calendar-range.ts'
import { toSearchRange, type SearchRange } from '#features/events/range-conditions.ts'
import {
  listDaysAwayOfMembers,
  listEventsAndDaysAway,
  refuseOtherMembership,
  sortEntries,
} from '#features/events/service.ts'
import {
  listBookedEvents,
  listCalendarBusyTimes,
  listBusyInOtherBands,
  listDepCovers,
  listYesAnswers,
  type DepCover,
} from './store.ts'

/**
 * Checks an event against the events and days away of the band, and the busy times of its members, the caller included: events of other
 * bands and times in connected calendars. Of a busy time only the member, the dates and the times are returned.
 */
export async function checkConflicts(db: Db, member: MemberContext, question: ConflictCheckInput): Promise<Conflicts> {
  const [conflicts] = await checkConflictsOnDates(db, member, [question])
  return conflicts as Conflicts
}

/** Returns the conflicts of each question, in the given order, from one read for all. `questions` is in date order and not empty. */
export async function checkConflictsOnDates(
  pool: Db,
  member: MemberContext,
  questions: readonly ConflictCheckInput[],
): Promise<Conflicts[]> {
  for (const question of questions) refuseOtherMembership(member, question)
  const candidates = questions.map((question) => ({ ...question, isAllDay: question.type === 'unavailable' }))
  const ranges = candidates.map(conflictSearchRangeOf)
  const range = { ...member, ...toSearchRange({ from: ranges[0]?.from as string, to: ranges.at(-1)?.to as string }) }
  const [{ events, daysAway }, busyElsewhere, busyInCalendars, availability] = await onOneConnection(pool, (db) =>
    Promise.all([
      listEventsAndDaysAway(db, member, range),
      listBusyInOtherBands(db, range),
      listCalendarBusyTimes(db, range),
      readAvailability(db, member, questions),
    ]),
  )
  const stored = {
    bandEvents: sortEntries(events),
    unavailability: sortEntries(daysAway),
    busyElsewhere,
    busyInCalendars,
  }
  return candidates.map((candidate) => {
    const conflicts = findConflicts(candidate, stored)
    return { ...conflicts, ...listFreeMembers(candidate, conflicts, availability) }
  })
}

type AvailabilityByMonth = Map<string, MemberMonthAvailability[]>

/** Reads the members' availability for each month of the questions, except questions about days away. */
async function readAvailability(
  db: Db,
  member: MemberContext,
  questions: readonly ConflictCheckInput[],
): Promise<AvailabilityByMonth> {
  const months = questions.filter(({ type }) => type !== 'unavailable').map(({ date }) => date.slice(0, 7))
  const availability: AvailabilityByMonth = new Map()
  for (const month of new Set(months)) availability.set(month, await listAvailability(db, member, month))
  return availability
}

/** Lists the members without a conflict: `free` have stated their availability for the month, `unsaid` have not. Empty for days away. */
function listFreeMembers(
  { type, date }: ConflictCheckInput,
  { unavailabilityConflicts, busyElsewhere }: Pick<Conflicts, 'unavailabilityConflicts' | 'busyElsewhere'>,
  availability: AvailabilityByMonth,
): Pick<Conflicts, 'free' | 'unsaid'> {
  if (type === 'unavailable') return { free: [], unsaid: [] }
  const missing = new Set([...unavailabilityConflicts, ...busyElsewhere].map(({ membershipId }) => membershipId))
  const members = availability.get(date.slice(0, 7)) ?? []
  const present = members.filter((one) => !missing.has(one.membershipId))
  const listPresent = (hasSaid: boolean) =>
    present
      .filter((one) => one.hasSaid === hasSaid)
      .map(({ membershipId, displayName }) => ({ membershipId, displayName }))
  return { free: listPresent(true), unsaid: listPresent(false) }
}

/** Checks every date of the series, also dates that the series skips. */
export async function checkSeriesConflicts(
  db: Db,
  member: MemberContext,
  { event, repeat }: ParsedEventSeries,
): Promise<SeriesConflicts> {
  refuseOtherMembership(member, event)
  const questions = computeRepeatDates(event.date, repeat).allDates.map((date) => ({
    ...moveEventToDate(event, date),
    excludeEventId: null,
  }))
  const conflicts = await checkConflictsOnDates(db, member, questions)
  return { dates: questions.map(({ date }, index) => ({ date, conflicts: conflicts[index] as (typeof conflicts)[0] })) }
}

/**
 * Lists the clashes of the band's events in the range, by the rules of `findConflicts`. Days away that were last changed before the
 * member's Yes do not count.
 */
export function listClashes(pool: Db, member: MemberContext, dates: DateRange): Promise<Clash[]> {
  const range = toValidSearchRange(dates)
  return onOneConnection(pool, (db) => findClashes(db, member, range))
}

async function findClashes(db: Db, member: MemberContext, range: SearchRange): Promise<Clash[]> {
  const [booked, daysAwayInRange] = await Promise.all([
    listBookedEvents(db, { ...member, ...range }),
    listDaysAwayOfMembers(db, member, range),
  ])
  const events = sortEntries(booked)
  const searched = events.map(conflictSearchRangeOf)
  const first = searched.map((days) => days.from).toSorted()[0]
  const last = searched
    .map((days) => days.to)
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined) return []
  // An event may begin before the range or end after it: then its days away are read in a second statement.
  const isRangeExceeded = first < addDays(range.from, -1) || last > range.to
  const daysAway = isRangeExceeded
    ? await listDaysAwayOfMembers(db, member, toSearchRange({ from: first, to: last }))
    : daysAwayInRange
  const unavailability = sortEntries(daysAway)
  // The range has one more day: an event that ends at 00:00 of its `endDate` also clashes on that day, which is after its last day.
  const rangeWithNextDay = toSearchRange({ from: first, to: addDays(last, 1) })
  const eventIds = events.map(({ id }) => id)
  const [busyElsewhere, busyInCalendars, covers, yesAnswers] = await Promise.all([
    listBusyInOtherBands(db, { ...member, ...rangeWithNextDay }),
    listCalendarBusyTimes(db, { ...member, ...rangeWithNextDay }),
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
      isDaysAwayClash(updatedAt, yesAt.get(membershipId ?? '') ?? null),
    )
    return [
      ...away.map((days) => toClash(event, toMemberBusyTime(days), 'away', covers)),
      ...found.busyElsewhere.map((busy) => toClash(event, busy, busy.reason, covers)),
    ]
  })
}

/** Days away that were read for a band have the membership and name of their owner in that band. */
function toMemberBusyTime({ membershipId, displayName, ...days }: DaysAway): MemberBusyTime {
  return { ...days, membershipId: membershipId as string, displayName: displayName as string }
}

function toClash(
  { id }: { id: string },
  busy: MemberBusyTime,
  reason: Clash['reason'],
  covers: readonly DepCover[],
): Clash {
  const { membershipId, displayName, date, endDate, startTime, endTime } = busy
  const cover = covers.findLast((one) => one.eventId === id && one.membershipId === membershipId)
  const coveredBy = cover?.name ?? null
  return { eventId: id, membershipId, displayName, reason, date, endDate, startTime, endTime, coveredBy }
}
