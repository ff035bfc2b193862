import type { Db } from '#platform/db/connection.ts'
import type { EventBeforeChange } from '@gaffer/domain/events/event-change'
import { listUnsettledEventChanges } from './told-versions-store.ts'

type StoredEvent = EventBeforeChange & { id: string }

/**
 * Returns a function that gives the version of an event that members were last told: the version before its unsettled changes. The function
 * returns null if one of these changes added the event. Call `findToldVersions` before the next change is queued.
 */
export async function findToldVersions(
  tx: Db,
  bandId: string,
  events: readonly StoredEvent[],
): Promise<(event: StoredEvent) => EventBeforeChange | null> {
  const unsettled = await listUnsettledEventChanges(tx, { bandId, eventIds: events.map(({ id }) => id) })
  return (event) => {
    const first = unsettled.find(({ eventId, facts }) => (facts.series?.eventIds ?? [eventId]).includes(event.id))
    if (!first || first.facts.wasRestored) return event
    const { before, series } = first.facts
    return series && before ? moveToDateOf(event, before) : before
  }
}

/** Of a changed series only the first event is stored as it was. The other events differ by date alone, and a series change keeps dates. */
function moveToDateOf({ date, endDate }: StoredEvent, first: EventBeforeChange): EventBeforeChange {
  return { ...first, date, endDate, movedFrom: first.movedFrom && { ...first.movedFrom, date } }
}
