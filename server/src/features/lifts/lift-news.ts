// Computes which members get a notice of a change to lifts.

import { isDeepStrictEqual } from 'node:util'
import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { Lift } from '@gaffer/domain/lifts/lift'
import type { LiftNews } from '@gaffer/domain/notices/lift-notice'
import { findLoadIn } from '@gaffer/domain/shared/load-in'
import type { DepartedMember } from '#features/bands/hooks.ts'
import { queueLiftsChanged } from '#features/notices/queue-notices.ts'
import type { Db } from '#platform/db/connection.ts'
import { listLiftsOfEvent, listRidersOfDriver } from './store.ts'

type News = Record<string, LiftNews>

/**
 * The change that each driver and rider gets a notice of, except the member who made it: a driver when a rider gets in or out, and a rider
 * when their driver stops, or leaves at another time or place.
 */
export function newsOfChange(actor: { membershipId: string }, before: readonly Lift[], after: readonly Lift[]): News {
  const news: News = {}
  for (const { membershipId } of after) {
    const what = newsOfMember(membershipId, before, after)
    if (what !== null && membershipId !== actor.membershipId) news[membershipId] = what
  }
  return news
}

function newsOfMember(membershipId: string, before: readonly Lift[], after: readonly Lift[]): LiftNews | null {
  const [was, is] = [liftOf(before, membershipId), liftOf(after, membershipId)]
  if (is?.mode === 'drives')
    return isDeepStrictEqual(ridersOf(before, membershipId), ridersOf(after, membershipId)) ? null : 'car'
  if (is?.driverId) return isDeepStrictEqual(rideOf(before, was), rideOf(after, is)) ? null : 'car'
  // A rider who got out themselves needs no notice: their driver still drives.
  const isStranded = was?.driverId && liftOf(after, was.driverId)?.mode !== 'drives'
  return isStranded && is?.mode === 'needs' ? 'no_driver' : null
}

function liftOf(lifts: readonly Lift[], id: string | null): Lift | undefined {
  return lifts.find(({ membershipId }) => membershipId === id)
}

function ridersOf(lifts: readonly Lift[], driverId: string): string[] {
  return lifts.flatMap((lift) => (lift.driverId === driverId ? [lift.membershipId] : [])).toSorted()
}

/** The driver of a rider, and when and from where they leave. */
function rideOf(lifts: readonly Lift[], rider: Lift | undefined): object | null {
  const driver = rider && liftOf(lifts, rider.driverId)
  return driver ? { driverId: driver.membershipId, leavesAt: driver.leavesAt, from: driver.from } : null
}

/** Drivers and riders get a notice when the load-in of a gig moves. */
export async function tellDriversAndRidersOfLoadIn(
  tx: Db,
  member: { bandId: string; userId: string },
  { eventId, before, after }: { eventId: string; before: GigSheet; after: GigSheet },
): Promise<void> {
  if (findLoadIn(before.times) === findLoadIn(after.times)) return
  const lifts = await listLiftsOfEvent(tx, { bandId: member.bandId, eventId })
  const inCars = lifts.flatMap(({ membershipId, mode, driverId }) =>
    mode === 'drives' || driverId ? [[membershipId, 'load_in'] as const] : [],
  )
  await queueLiftsChanged(tx, member, eventId, Object.fromEntries(inCars))
}

/** The riders of a driver who leaves need a lift again: a trigger changes their lifts when the membership is deleted. */
export async function tellRidersOfDeparture(
  tx: Db,
  { bandId, actorId }: { bandId: string; actorId: string | null },
  { membershipId }: DepartedMember,
): Promise<void> {
  const riders = await listRidersOfDriver(tx, { bandId, membershipId })
  for (const [eventId, ofEvent] of Map.groupBy(riders, (rider) => rider.eventId)) {
    const news = Object.fromEntries(ofEvent.map((rider) => [rider.membershipId, 'no_driver' as const]))
    await queueLiftsChanged(tx, { bandId, userId: actorId }, eventId, news)
  }
}
