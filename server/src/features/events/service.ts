import { toValidSearchRange, type DateRange } from './calendar-range.ts'
import type { BandEvent, CalendarEntry, DaysAway } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { AppError } from '@gaffer/domain/shared/app-error'
import { onOneConnection, type Db } from '#platform/db/connection.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import { findDaysAwayOfBand, listDaysAwayOfBand, listOwnDaysAway } from './days-away-store.ts'
import { toDaysAway, type DaysAwayRow } from './days-away-columns.ts'
import { toBandEvent, type EventRow, type EventViewContext } from './event-columns.ts'
import { listEventChangeRows } from './history-store.ts'
import { toSearchRange, type SearchRange } from './range-conditions.ts'
import { lockEventRow } from './write-store.ts'
import {
  findEvent,
  isMembershipOfBand,
  listCalendarBusyTimes,
  listDepsOfEvents,
  listEventsForCalendar,
  listEventsOfBand,
  listEventsOfMember,
  listEventsOfOwnBands,
  listMemberDays,
  listMemberDaysOfEvent,
  listMemberDaysOfOwnBands,
  listOptionsOfGroup,
  type DepOfEvent,
  type MemberDays,
} from './store.ts'

export type BandCalendar = {
  bandEvents: CalendarEntry[]
  userEvents: DaysAway[]
  otherBandEvents: BandEvent[]
  busy: MemberBusyTime[]
}

export function readCalendar(pool: Db, member: MemberContext, dates: DateRange): Promise<BandCalendar> {
  const range = { ...member, ...toValidSearchRange(dates) }
  return onOneConnection(pool, async (db) => {
    const [rows, daysAwayRows, busy] = await Promise.all([
      listEventsForCalendar(db, range),
      listDaysAwayOfBand(db, range),
      listCalendarBusyTimes(db, range),
    ])
    const { here = [], elsewhere = [] } = Object.groupBy(rows, ({ bandId }) =>
      bandId === member.bandId ? 'here' : 'elsewhere',
    )
    const events = await completeBandEvents(db, member, here, daysAwayRows)
    const daysAway = daysAwayRows.map((row) => toDaysAway(row, member))
    const isOwn = ({ ownerUserId }: DaysAway) => ownerUserId === member.userId
    return {
      bandEvents: sortEntries([...events, ...daysAway.filter((days) => !isOwn(days))]),
      userEvents: sortEntries(daysAway.filter(isOwn)),
      otherBandEvents: sortEntries(elsewhere.map((row) => toBandEvent(row, null, row.bandName))),
      busy,
    }
  })
}

/** The band's events with every member's days away, the caller's own included. */
export function listEntriesOfBand(pool: Db, member: MemberContext, dates: DateRange): Promise<CalendarEntry[]> {
  const range = toValidSearchRange(dates)
  return onOneConnection(pool, async (db) => {
    const { events, daysAway } = await listEventsAndDaysAway(db, member, range)
    return sortEntries([...events, ...daysAway])
  })
}

/** The events of all bands of the caller, and their own days away. */
export function listOwnEntries(pool: Db, user: AuthenticatedUser, dates: DateRange): Promise<CalendarEntry[]> {
  const range = { ...user, ...toValidSearchRange(dates) }
  return onOneConnection(pool, async (db) => {
    const [rows, memberDays, daysAway] = await Promise.all([
      listEventsOfOwnBands(db, range),
      listMemberDaysOfOwnBands(db, range),
      listOwnDaysAway(db, range),
    ])
    const contextOf = createContextLookup(user, memberDays, await listDepsOfRows(db, rows))
    const events = rows.map(({ bandName, ...row }) => toBandEvent(row, contextOf(row), bandName))
    return sortEntries([...events, ...daysAway.map((row) => toDaysAway(row, { userId: user.userId }))])
  })
}

/** The band's events and its members' days away in the range, in any order. */
export async function listEventsAndDaysAway(
  db: Db,
  member: MemberContext,
  range: SearchRange,
): Promise<{ events: BandEvent[]; daysAway: DaysAway[] }> {
  const [rows, daysAway] = await Promise.all([
    listEventsOfBand(db, { ...member, ...range }),
    listDaysAwayOfBand(db, { ...member, ...range }),
  ])
  const events = await completeBandEvents(db, member, rows, daysAway)
  return { events, daysAway: daysAway.map((row) => toDaysAway(row, member)) }
}

/** `daysAwayRows` are all days away of members of the band that overlap the events. */
async function completeBandEvents(
  db: Db,
  { membershipId }: MemberContext,
  rows: readonly (EventRow & { memberCount: number })[],
  daysAwayRows: readonly DaysAwayRow[],
): Promise<BandEvent[]> {
  const deps = await listDepsOfRows(db, rows)
  const daysAway = daysAwayRows.map((row) => ({
    membershipId: row.membershipId as string,
    date: row.date,
    lastDay: row.endDate ?? row.date,
  }))
  return rows.map((row) =>
    toBandEvent(row, { membershipId, memberCount: row.memberCount, daysAway, deps: selectDepsOfEvent(deps, row) }),
  )
}

/** The days away of the band's members in the range, in any order. */
export async function listDaysAwayOfMembers(db: Db, member: MemberContext, range: SearchRange): Promise<DaysAway[]> {
  const rows = await listDaysAwayOfBand(db, { ...member, ...range })
  return rows.map((row) => toDaysAway(row, member))
}

/** Adds answers and deps to events of the viewer's bands. */
export async function addAnswersAndDeps(
  db: Db,
  viewer: AuthenticatedUser,
  rows: readonly EventRow[],
): Promise<BandEvent[]> {
  if (rows.length === 0) return []
  const from = rows.map(({ date }) => date).reduce((a, b) => (a < b ? a : b))
  const to = rows.map(({ lastDay }) => lastDay).reduce((a, b) => (a > b ? a : b))
  const bandIds = [...new Set(rows.map(({ bandId }) => bandId))]
  const [memberDays, deps] = await Promise.all([
    listMemberDays(db, { bandIds, ...toSearchRange({ from, to }) }),
    listDepsOfRows(db, rows),
  ])
  const contextOf = createContextLookup(viewer, memberDays, deps)
  return rows.map((row) => toBandEvent(row, contextOf(row)))
}

/** As `addAnswersAndDeps`, for one event. */
export async function addAnswersAndDepsToOne(db: Db, viewer: AuthenticatedUser, row: EventRow): Promise<BandEvent> {
  const [event] = await addAnswersAndDeps(db, viewer, [row])
  return event as BandEvent
}

async function listDepsOfRows(db: Db, rows: readonly EventRow[]): Promise<DepOfEvent[]> {
  const withDep = rows.filter(({ hasDep }) => hasDep)
  if (withDep.length === 0) return []
  return listDepsOfEvents(db, {
    bandIds: [...new Set(withDep.map(({ bandId }) => bandId))],
    eventIds: withDep.map(({ id }) => id),
  })
}

function createContextLookup(
  { userId }: AuthenticatedUser,
  memberDays: readonly MemberDays[],
  deps: readonly DepOfEvent[],
): (row: EventRow) => EventViewContext {
  const memberDaysByBand = Map.groupBy(memberDays, ({ bandId }) => bandId)
  const ofBands = new Map(
    [...memberDaysByBand].map(([bandId, members]) => [
      bandId,
      {
        membershipId: members.find((member) => member.userId === userId)?.membershipId ?? null,
        memberCount: new Set(members.map(({ membershipId }) => membershipId)).size,
        daysAway: members.flatMap(({ membershipId, date, lastDay }) =>
          date !== null && lastDay !== null ? [{ membershipId, date, lastDay }] : [],
        ),
      },
    ]),
  )
  const emptyBand = { membershipId: null, memberCount: 0, daysAway: [] }
  return (row) => ({
    ...(ofBands.get(row.bandId) ?? emptyBand),
    deps: selectDepsOfEvent(deps, row),
  })
}

function selectDepsOfEvent(deps: readonly DepOfEvent[], { id }: EventRow): BandEvent['deps'] {
  return deps.filter(({ eventId }) => eventId === id).map(({ name, instrument }) => ({ name, instrument }))
}

/** Sorts by date; on one date entries without a start time come first, then by start time, then by id. */
export function sortEntries<Entry extends Pick<CalendarEntry, 'date' | 'startTime' | 'id'>>(
  entries: readonly Entry[],
): Entry[] {
  const keyOf = ({ date, startTime, id }: Entry) => `${date} ${startTime ?? ''} ${id}`
  const keyed = entries.map((entry) => ({ key: keyOf(entry), entry }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry)
}

export function readEvent(pool: Db, member: MemberContext, id: string): Promise<CalendarEntry> {
  return onOneConnection(pool, async (db) => {
    const [row, memberDays] = await Promise.all([
      findEvent(db, { ...member, id }),
      listMemberDaysOfEvent(db, { ...member, id }),
    ])
    if (!row) return readDaysAway(db, member, id)
    const contextOf = createContextLookup(member, memberDays, await listDepsOfRows(db, [row]))
    return toBandEvent(row, contextOf(row))
  })
}

/** As `readEvent`, without answers, deps, recordings and notes: for callers that need the type, the title or the dates. */
export async function readEntry(db: Db, member: MemberContext, id: string): Promise<CalendarEntry> {
  const row = await findEvent(db, { ...member, id })
  return row ? toBandEvent(row, null) : readDaysAway(db, member, id)
}

async function readDaysAway(db: Db, member: MemberContext, id: string): Promise<DaysAway> {
  return toDaysAway(orNotFound(await findDaysAwayOfBand(db, { ...member, id })), member)
}

/** Lists the options of a group by date, without deleted options. Throws 404 if no option is left. */
export async function listOptions(db: Db, member: MemberContext, optionGroupId: string): Promise<BandEvent[]> {
  const rows = await listOptionsOfGroup(db, { ...member, optionGroupId })
  if (rows.length === 0) throw notFoundError()
  return sortEntries(await addAnswersAndDeps(db, member, rows))
}

/** Locks the event until the transaction ends, and reads it. Days away are read without a lock. */
export async function lockAndReadEntry(tx: Db, member: MemberContext, id: string): Promise<CalendarEntry> {
  await lockEventRow(tx, { ...member, id })
  return readEntry(tx, member, id)
}

/** Events that removing the member would delete, past and future. */
export async function listMemberEvents(db: Db, member: MemberContext, memberId: string): Promise<BandEvent[]> {
  const rows = await listEventsOfMember(db, { ...member, memberId })
  if (rows.length === 0 && !(await isMembershipOfBand(db, { ...member, memberId }))) throw notFoundError()
  return sortEntries(await addAnswersAndDeps(db, member, rows))
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
  const ownMembershipId = 'membershipId' in caller ? caller.membershipId : null
  if (membershipId !== null && membershipId !== ownMembershipId)
    throw new AppError('not_allowed', eventMessages.notYourMembership)
}
