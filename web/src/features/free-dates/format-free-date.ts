// The texts about a found date in the list of Find a date.

import {
  groupOfFreeDate,
  type DateAvailability,
  type FreeDateGroup,
  type NotFreeReason,
} from '@gaffer/domain/free-dates/free-dates'
import { formatFreeMembers } from '@gaffer/domain/free-dates/free-members'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import { eventName } from '#features/events/format-event.ts'

type MissingMember = DateAvailability['missing'][number]
export type NamedMembers = {
  /** All members of the band, to look up the names of the members of a date. */
  members: readonly { id: string; displayName: string }[]
  ownMembershipId: string
}

const notFreeReasonTexts: Record<NotFreeReason, string> = { away: 'away', busy: 'busy elsewhere', event: 'booked here' }

/** Names a missing member and the reason: "Priya is away". */
export function formatMissingMember({ displayName, reason }: MissingMember): string {
  return `${displayName} is ${notFreeReasonTexts[reason]}`
}

/** The text of a found date: what the band has on, the only missing member and why, the number of missing members, or the free members. */
export function formatFreeDate(date: DateAvailability, named: NamedMembers): string {
  const { missing, bandEvents = [] } = date
  const [firstMissing] = missing
  if (groupOfFreeDate(date) === 'booked') {
    const isPencilled = bandEvents.length > 0 && bandEvents.every(({ status }) => status === 'tentative')
    const eventNames = new Set(bandEvents.map((event) => eventName({ ...event, displayName: null })))
    return isPencilled ? freeDateMessages.pencilledHere(joinNames([...eventNames])) : freeDateMessages.alreadyBooked
  }
  if (!firstMissing) return formatFreeMembersOfDate(date, named) ?? ''
  return missing.length === 1 ? formatMissingMember(firstMissing) : `${missing.length} missing`
}

/** The details that the row's text leaves out: the names of several missing members, and of members who have not answered. */
export function formatFreeDateDetails(date: DateAvailability, named: NamedMembers): string[] {
  const { missing, unsaid = [] } = date
  if (missing.length === 0 || groupOfFreeDate(date) === 'booked') return []
  const names = missing.length > 1 ? missing.map(formatMissingMember) : []
  const freeMembersText = unsaid.length > 0 ? formatFreeMembersOfDate(date, named) : null
  return freeMembersText === null ? names : [...names, freeMembersText]
}

function formatFreeMembersOfDate(
  { date, free, missing, unsaid = [] }: DateAvailability,
  { members, ownMembershipId }: NamedMembers,
): string | null {
  const toNamedMembers = (ids: readonly string[]) =>
    ids.map((membershipId) => ({
      membershipId,
      displayName: members.find(({ id }) => id === membershipId)?.displayName ?? '',
    }))
  const statedFreeIds = free.filter((id) => !unsaid.includes(id))
  return formatFreeMembers(
    date,
    { free: toNamedMembers(statedFreeIds), unsaid: toNamedMembers(unsaid), missing, bandEvents: [] },
    ownMembershipId,
  )
}

/** Counts the found dates: "7 dates suit everybody, 3 might, 5 miss one." A date "might" suit if a member has not answered. */
export function formatFoundDates(dates: readonly DateAvailability[]): string {
  const groups = dates.map(groupOfFreeDate)
  const count = (group: FreeDateGroup) => groups.filter((one) => one === group).length
  const [freeCount, unsaidCount, oneMissingCount] = [count('free'), count('unsaid'), count('oneMissing')]
  if (freeCount + unsaidCount + oneMissingCount === 0) return freeDateMessages.noDateSuitsEverybody
  const suitsText = `${freeCount === 0 ? 'No date suits' : freeCount === 1 ? '1 date suits' : `${freeCount} dates suit`} everybody`
  const mightText = unsaidCount === 0 ? '' : `, ${unsaidCount} might`
  return `${suitsText}${mightText}${oneMissingCount === 0 ? '' : `, ${oneMissingCount} ${oneMissingCount === 1 ? 'misses' : 'miss'} one`}.`
}
