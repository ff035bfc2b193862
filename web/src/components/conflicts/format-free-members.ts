// The text in the event form about members who are free at the time of the event.

import type { Conflicts } from '@gaffer/domain/conflict-check'
import { monthName } from '@gaffer/domain/dates'
import { joinNames } from '#components/join-names.ts'

const numbers = 'no one two three four five six seven eight nine ten'.split(' ')
const mostNamed = 3

/** Null if the band has another event at the time, or if nothing is known about the members. */
export function formatFreeMembers(date: string, conflicts: Conflicts): string | null {
  const { free, unsaid, unavailabilityConflicts, busyElsewhere, bandEventConflicts } = conflicts
  if (bandEventConflicts.length > 0) return null
  const isAnyMissing = unavailabilityConflicts.length + busyElsewhere.length > 0
  if (unsaid.length === 0) {
    if (free.length === 0) return null
    return isAnyMissing ? `${free.length} ${areFree(free.length)}` : allAreFree(free.length)
  }
  if (free.length > 0) return `${free.length} ${areFree(free.length)}, ${unsaidText(unsaid)}`
  return isAnyMissing ? sentence(unsaidText(unsaid)) : `Nothing for ${monthName(date)} from anyone yet`
}

function allAreFree(count: number): string {
  if (count === 1) return 'You are free'
  return count === 2 ? 'Both are free' : `All ${numbers[count] ?? count} are free`
}

function areFree(count: number): string {
  return count === 1 ? 'is free' : 'are free'
}

function unsaidText(members: Conflicts['unsaid']): string {
  return `${joinNamesUpToLimit(members.map(({ displayName }) => displayName))} ${members.length === 1 ? "hasn't" : "haven't"} answered`
}

/** "Priya", "Priya and Kit", "Priya, Kit and 3 others". */
export function joinNamesUpToLimit(names: readonly string[]): string {
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names
  const rest = names.length - shown.length
  return joinNames(rest > 0 ? [...shown, `${rest} others`] : shown)
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
