import type { Event } from '@gaffer/domain/event'
import type { ConflictQuestion, Conflicts } from '@gaffer/domain/conflict-check'
import { findConflicts, searchDays } from '@gaffer/domain/conflicts'
import { daysBetween } from '@gaffer/domain/dates'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import type { ActingMember, SignedInPerson } from '#http/gate/gates.ts'
import { reading } from '#http/gate/reading.ts'
import {
  calendarOfBand,
  entriesOfBand,
  entriesOfPerson,
  findEntryOfBand,
  listBusyElsewhere,
  listEntriesOfBand,
  listEventsOfMember,
  reach,
  type Reach,
} from './store.ts'

type DateRange = { startDate: string; endDate: string }

export const readCalendar = reading(calendarOfBand, reachOf)

/** Band events and the days away of all members, the caller included. */
export const listEvents = reading(entriesOfBand, reachOf)

export const listOwnEvents = reading(entriesOfPerson, reachOf)

export async function readEvent(db: Db, acting: ActingMember, id: string): Promise<Event> {
  const event = await findEntryOfBand(db, acting, id)
  if (!event) throw new Refusal('not_found', messages.notFound)
  return event
}

/** Members with an event of another band count as busy, the caller included. Only its dates and times are returned. */
export async function checkConflicts(db: Db, acting: ActingMember, question: ConflictQuestion): Promise<Conflicts> {
  refuseOtherMembership(acting, question)
  const candidate = { ...question, isAllDay: question.type === 'unavailable' }
  const days = searchDays(candidate)
  const [entries, busyElsewhere] = await Promise.all([
    listEntriesOfBand(db, acting, days),
    listBusyElsewhere(db, acting, days),
  ])
  return findConflicts(candidate, {
    bandEvents: entries.filter(({ type }) => type !== 'unavailable'),
    unavailability: entries.filter(({ type }) => type === 'unavailable'),
    busyElsewhere,
  })
}

/** Refuses a membershipId other than the caller's own. */
export function refuseOtherMembership(
  caller: SignedInPerson | ActingMember,
  { membershipId = null }: { membershipId?: string | null | undefined },
): void {
  const own = 'membershipId' in caller ? caller.membershipId : null
  if (membershipId !== null && membershipId !== own) throw new Refusal('not_allowed', messages.notYourMembership)
}

function reachOf({ startDate, endDate }: DateRange): Reach {
  const days = daysBetween(startDate, endDate)
  const message = days < 0 ? messages.rangeBackwards : days > limits.calendarDays ? messages.rangeTooLong : null
  if (message) throw new Refusal('invalid_input', message, { issues: [{ path: 'endDate', message }] })
  return reach({ from: startDate, to: endDate })
}

// For the list of events that a removal deletes.
export { listEventsOfMember }
