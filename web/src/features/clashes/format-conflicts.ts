// Describes the conflicts of an event in its form, one line for each kind of conflict.

import type { Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { formatTime } from '@gaffer/domain/shared/dates'
import { formatEventDates, eventName } from '#features/events/format-event.ts'

export type ConflictLine = { kind: 'away' | 'also-on' | 'busy' | 'affected'; label: string; text: string }

const maxNamedEvents = 5

type Member = Pick<Membership, 'id' | 'role'>

/** The conflicts of an event that begins on `date`. A member with two absences is named once. */
export function formatScheduleConflictLines(
  date: string,
  conflicts: Conflicts,
  members: readonly Member[],
): ConflictLine[] {
  const roles = new Map(members.map(({ id, role }) => [id, role]))
  const nameOf = (who: { displayName: string | null; membershipId: string | null }) => {
    const role = roles.get(who.membershipId ?? '')
    return `${who.displayName ?? 'You'}${role && !isAccessLevel(role) ? ` (${role.toLowerCase()})` : ''}`
  }
  const lines: ConflictLine[] = [
    { kind: 'away', label: 'Away', text: joinUniqueTexts(conflicts.unavailabilityConflicts.map(nameOf)) },
    {
      kind: 'also-on',
      label: 'Also on',
      text: joinUniqueTexts(
        conflicts.bandEventConflicts.map((event) => formatEventWithTime(event, date)),
        maxNamedEvents,
      ),
    },
    { kind: 'busy', label: 'Busy elsewhere', text: joinUniqueTexts(conflicts.busyElsewhere.map(nameOf)) },
    {
      kind: 'affected',
      label: 'In the way',
      text: joinUniqueTexts(conflicts.affectedBandEvents.map(formatEventWithDates), maxNamedEvents),
    },
  ]
  return lines.filter(({ text }) => text !== '')
}

/** Whether the role is an access level such as "admin", and not an instrument. */
function isAccessLevel(role: string): boolean {
  return ['owner', 'admin', 'member'].includes(role.toLowerCase())
}

function formatEventWithTime(event: CalendarEntry, date: string): string {
  const time = event.isAllDay || event.startTime === null ? 'all day' : formatTime(event.startTime)
  return `${formatNameAndStatus(event)}, ${event.date === date ? '' : `${formatEventDates(event)} `}${time}`
}

function formatEventWithDates(event: CalendarEntry): string {
  const band = event.bandName ? ` with ${event.bandName}` : ''
  return `${formatNameAndStatus(event)}${band} on ${formatEventDates(event)}`
}

function formatNameAndStatus(event: CalendarEntry): string {
  return event.status === 'tentative' ? `${eventName(event)} (pencilled)` : eventName(event)
}

/** Joins the texts without repeats. If there are more than `maxItems`, the last item counts the texts that are left out. */
function joinUniqueTexts(texts: string[], maxItems = Infinity): string {
  const all = [...new Set(texts)]
  const shown = all.length > maxItems ? [...all.slice(0, maxItems - 1), `and ${all.length - maxItems + 1} more`] : all
  return shown.join(' · ')
}
