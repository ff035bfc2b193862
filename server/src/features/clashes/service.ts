import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { areDaysAwayNewerThanYes, type Clash } from '@gaffer/domain/clashes/clash'
import type { ConflictCheckInput, Conflicts } from '@gaffer/domain/clashes/conflict-check'
import { conflictSearchRangeOf, findConflicts } from '@gaffer/domain/clashes/conflicts'
import type { SeriesConflicts } from '@gaffer/domain/clashes/series-conflicts'
import type { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import type { Event } from '@gaffer/domain/events/event'
import { moveEventToDate, type ParsedEventSeries } from '@gaffer/domain/events/event-series'
import { computeRepeatDates } from '@gaffer/domain/events/repeat'
import { addDays } from '@gaffer/domain/shared/dates'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { listAvailability } from '#features/events/availability-service.ts'
import { rangeOf, type DateRange } from '#features/events/calendar-range.ts'
import { toSearchRange } from '#features/events/range-columns.ts'
import { refuseOtherMembership } from '#features/events/service.ts'
import {
  listBusyInCalendars,
  listBusyInOtherBands,
  listDepCovers,
  listEntriesOfBand,
  listEntriesWithoutAnswers,
  listYesAnswers,
  type DepCover,
} from './store.ts'

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

/** The conflicts of every date of the series, skipped ones included. */
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
