import { rangeOf, type DateRange } from './calendar-range.ts'
import type { Event } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Db } from '#platform/db/connection.ts'
import { authorizedMemberQuery, authorizedUserQuery } from '#http/guards/authorized-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import { lockEventRow } from './write-store.ts'
import { listEventChangeRows } from './history-store.ts'
import {
  calendarOfBandSql,
  entriesOfBandSql,
  ownEntriesSql,
  findEntryOfBand,
  isMembershipOfBand,
  listEventsOfMember,
  type BandCalendar,
} from './store.ts'

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
