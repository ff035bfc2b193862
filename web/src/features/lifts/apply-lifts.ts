// Optimistic updates: applies changes of lifts that the server has not stored yet to the cached replies.

import { clearFieldsOfOtherModes } from '@gaffer/domain/lifts/cars'
import type { Lift, ParsedLift } from '@gaffer/domain/lifts/lift'
import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import { isOfSameEvent, registerChangeAppliers, type ShownReply } from '#lib/shown-changes.ts'

const readsWithLifts: readonly ReadEndpointName[] = ['GET /api/bands/:bandId/events/:eventId/lifts']

registerChangeAppliers({
  'PUT /api/bands/:bandId/events/:eventId/lifts/:membershipId': { reads: readsWithLifts, apply: applyLift },
  'DELETE /api/bands/:bandId/events/:eventId/lifts/:membershipId': {
    reads: readsWithLifts,
    apply: (shown) => applyLift(shown),
  },
})

/**
 * Moves the changed lift to the end, because riders are listed in the order in which they got in. A lift with the same mode and driver as before
 * keeps its place. The riders of a car that no longer drives need a lift again.
 */
function applyLift(shown: ShownReply): unknown {
  const lifts = shown.reply as Lift[]
  if (!isOfSameEvent(shown)) return lifts
  const { membershipId = '' } = shown.change.params
  const before = lifts.find((lift) => lift.membershipId === membershipId)
  const after = makeChangedLift(shown, before)
  if (before && after && before.mode === after.mode && before.driverId === after.driverId)
    return lifts.map((lift) => (lift === before ? after : lift))
  const others = lifts
    .filter((lift) => lift !== before)
    .map((lift) => (lift.driverId === membershipId ? { ...lift, mode: 'needs' as const, driverId: null } : lift))
  return after ? [...others, after] : others
}

/** The lift after the change; null if the change removes the lift. */
function makeChangedLift({ change, stored }: ShownReply, before: Lift | undefined): Lift | null {
  if (!change.endpoint.startsWith('PUT')) return null
  if (stored) return stored as Lift
  const fields = { seats: null, from: null, leavesAt: null, driverId: null, ...(change.body as Partial<ParsedLift>) }
  const { membershipId = '' } = change.params
  return {
    ...clearFieldsOfOtherModes(fields as ParsedLift),
    membershipId,
    displayName: before?.displayName ?? '',
  }
}
