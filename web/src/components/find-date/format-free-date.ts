// The texts of the rows of found dates.

import type { DateAvailability, MissingReason } from '@gaffer/domain/free-dates'
import { messages } from '@gaffer/domain/messages'

type MissingMember = DateAvailability['missing'][number]

const reasons: Record<MissingReason, string> = { away: 'away', busy: 'busy elsewhere', event: 'booked here' }

/** "Priya is away". */
export function formatMissingMember({ displayName, reason }: MissingMember): string {
  return `${displayName} is ${reasons[reason]}`
}

/** "All free", the one who is missing and why, the number of those missing, or that the band itself has an event. */
export function formatFreeDate({ free, missing }: DateAvailability): string {
  const [first] = missing
  if (!first) return messages.everybodyFree
  if (isBandBooked({ free, missing })) return messages.alreadyBooked
  return missing.length === 1 ? formatMissingMember(first) : `${missing.length} missing`
}

/** The band's own event occupies every member. */
export function isBandBooked({ free, missing }: Pick<DateAvailability, 'free' | 'missing'>): boolean {
  return free.length === 0 && missing.some(({ reason }) => reason === 'event')
}

/** The names of several missing members, which the row's own text has no room for. */
export function formatSeveralMissingMembers(date: DateAvailability): string[] {
  return date.missing.length > 1 && !isBandBooked(date) ? date.missing.map(formatMissingMember) : []
}

/** "7 dates suit everybody, 5 miss one." */
export function formatFoundDates(dates: readonly DateAvailability[]): string {
  const all = dates.filter(({ missing }) => missing.length === 0).length
  const one = dates.filter(({ missing }) => missing.length === 1).length
  if (all === 0 && one === 0) return messages.noDateSuitsEverybody
  const suits = `${all === 0 ? 'No date suits' : all === 1 ? '1 date suits' : `${all} dates suit`} everybody`
  return one === 0 ? `${suits}.` : `${suits}, ${one} ${one === 1 ? 'misses' : 'miss'} one.`
}
