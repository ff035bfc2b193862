import type { Db } from '#platform/db/connection.ts'
import type { EventBeforeChange } from '@gaffer/domain/events/event-change'
import { listUnsettledEventChanges } from './announced-versions-store.ts'

type StoredEvent = EventBeforeChange & { id: string }

/**
 * Returns a function that returns the version of an event which the last sent notice described: the version before the changes whose notices
 * are still pending. The function returns null if one of these changes added the event. Call it before the next change is queued.
 */
export async function findAnnouncedVersions(
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

/** A change of a series stores its first event only. The other events differ from the first by date, which a change of a series keeps. */
function moveToDateOf({ date, endDate }: StoredEvent, first: EventBeforeChange): EventBeforeChange {
  return { ...first, date, endDate, movedFrom: first.movedFrom && { ...first.movedFrom, date } }
}
