// The sentence that says who is free at a time, shared by the event form and "Find a date".

import type { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import { monthName } from '@gaffer/domain/shared/dates'
import { joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'

type NamedMember = Pick<MemberMonthAvailability, 'membershipId' | 'displayName'>

type MembersAtTime = {
  /** Members without a conflict who have said something about the month. */
  free: readonly NamedMember[]
  /** Members without a conflict who have said nothing about the month. */
  unsaid: readonly NamedMember[]
  /** Members who are away or busy. */
  missing: readonly unknown[]
  /** Events of the band at the time. */
  bandEvents: readonly unknown[]
}

const numberWords = 'no one two three four five six seven eight nine ten'.split(' ')

/**
 * "All five are free", "3 are free, Priya hasn't answered", "Nothing for February from anyone yet". Null if the band has another event at
 * the time, or if every member is away or busy.
 *
 * @param ownMembershipId the reader's membership. Without it, a single free member is called "You".
 */
export function formatFreeMembers(
  date: string,
  { free, unsaid, missing, bandEvents }: MembersAtTime,
  ownMembershipId?: string,
): string | null {
  if (bandEvents.length > 0) return null
  const isAnyMissing = missing.length > 0
  if (unsaid.length === 0) {
    if (free.length === 0) return null
    return isAnyMissing ? `${free.length} ${isOrAreFree(free.length)}` : formatAllFree(free, ownMembershipId)
  }
  if (free.length > 0) return `${free.length} ${isOrAreFree(free.length)}, ${formatUnsaid(unsaid)}`
  return isAnyMissing ? capitalize(formatUnsaid(unsaid)) : `Nothing for ${monthName(date)} from anyone yet`
}

function formatAllFree(free: readonly NamedMember[], ownMembershipId: string | undefined): string {
  const [only] = free
  if (free.length === 1 && only && ownMembershipId !== undefined && only.membershipId !== ownMembershipId)
    return `${only.displayName} is free`
  if (free.length === 1) return 'You are free'
  return free.length === 2 ? 'Both are free' : `All ${numberWords[free.length] ?? free.length} are free`
}

function isOrAreFree(count: number): string {
  return count === 1 ? 'is free' : 'are free'
}

function formatUnsaid(members: readonly NamedMember[]): string {
  return `${joinNamesUpToLimit(members.map(({ displayName }) => displayName))} ${members.length === 1 ? "hasn't" : "haven't"} answered`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
