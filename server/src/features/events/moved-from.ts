import { findMovedFrom, hasStartOrPlaceChanged } from '@gaffer/domain/events/event-change'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { EventRow } from './event-columns.ts'
import { findAnnouncedVersions } from './announced-versions.ts'
import type { IdentifiedEvent, MovedEvent } from './write-store.ts'

/**
 * Adds `movedFrom` to each edited event: the schedule in the last sent notice before the event moved, null if it did not move. Call
 * `addMovedFrom` before the notices of the edit are queued.
 */
export async function addMovedFrom(
  tx: Db,
  { bandId }: MemberContext,
  edits: readonly { before: EventRow; after: IdentifiedEvent }[],
): Promise<MovedEvent[]> {
  const moved = edits.filter(({ before, after }) => hasStartOrPlaceChanged(before, after)).map(({ before }) => before)
  const announcedVersionOf = moved.length > 0 ? await findAnnouncedVersions(tx, bandId, moved) : null
  return edits.map(({ before, after }) => {
    const movedFrom =
      announcedVersionOf && moved.includes(before) ? findMovedFrom(announcedVersionOf(before), after) : before.movedFrom
    return { ...after, movedFrom }
  })
}
