import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { DeletedItems } from '#features/events/restore.ts'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { useUndoToastFactory } from '#features/events/use-undo.ts'
import type { ToastContent } from '#ui/toast-store.ts'
import { owningBandId } from '#features/events/queries.ts'

/**
 * Returns a function that makes the Undo action and the duration of the toast after events were deleted. The toast after the Undo names the
 * events.
 */
export function useEventUndoToastFactory(): (
  events: readonly CalendarEntry[],
) => Pick<ToastContent, 'action' | 'durationMs'> {
  const undo = useUndoToastFactory()
  return (events) => undo({ deleted: groupByBand(events), text: formatEventNames(events) })
}

/** Groups events by their band, because new days away may have cancelled events of several bands. */
function groupByBand(events: readonly CalendarEntry[]): DeletedItems[] {
  const groups = Map.groupBy(events, owningBandId)
  return Array.from(groups, ([bandId, group]) => {
    const ids = group.map(({ id }) => id)
    return bandId === null ? { kind: 'daysAway', bandId, ids } : { kind: 'event', bandId, ids }
  })
}

const maxNamedEvents = 3

function formatEventNames(events: readonly CalendarEntry[]): string {
  if (events.length > maxNamedEvents) return `${events.length} events`
  return events.map(formatEventNameAndDates).join(', ')
}
