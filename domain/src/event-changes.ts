import type { Event, EventChanges, EventInput } from './event.ts'

/**
 * Merges changes into a stored event, as input for `EventInput`. A new type resets `isPublic` and new times reset `isAllDay` to
 * their defaults, unless the changes set them.
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
