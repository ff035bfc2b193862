// What an event becomes when some of its fields are changed. Knows no store; the result is parsed like a new event.

import type { Event, EventChanges, EventInput } from './event.ts'

/**
 * The stored event with the changes over it, as input for `EventInput`. A stored switch gives way when what it was
 * drawn from changes: another type decides anew whether the event is public, other times whether it is all day.
 */
export function withChanges(stored: Event, changes: EventChanges): EventInput {
  const { type, date, endDate, startTime, endTime, location, venue, notes, title, isAllDay, isPublic } = stored
  const isTypeChanged = changes.type !== undefined && changes.type !== type
  const areTimesChanged = changes.startTime !== undefined || changes.endTime !== undefined
  const details = { endDate, startTime, endTime, location, venue, notes, title }
  return {
    ...details,
    ...(areTimesChanged ? {} : { isAllDay }),
    ...(isTypeChanged ? {} : { isPublic }),
    ...changes,
    type: changes.type ?? type,
    date: changes.date ?? date,
  }
}
