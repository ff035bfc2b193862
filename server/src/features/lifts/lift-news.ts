import { isDeepStrictEqual } from 'node:util'
import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { Lift } from '@gaffer/domain/lifts/lift'
import type { LiftNews } from '@gaffer/domain/notices/lift-notice'
import { findLoadIn } from '@gaffer/domain/shared/load-in'
import type { DepartedMember } from '#features/bands/hooks.ts'
import { queueLiftsChanged } from '#features/notices/queue-notices.ts'
import type { Db } from '#platform/db/connection.ts'
import { listLiftsOfEvent, listRidersOfDriver } from './store.ts'

type LiftNewsByMember = Record<string, LiftNews>

/**
 * Returns the kind of notice for each member who gets one, by membership id: drivers when a rider gets in or out; riders when they get a new
 * driver, or when their driver stops driving or leaves at another time or place. The actor gets no notice.
 */
export function computeLiftNews(
  actor: { membershipId: string },
  before: readonly Lift[],
  after: readonly Lift[],
): LiftNewsByMember {
  const news: LiftNewsByMember = {}
  for (const { membershipId } of after) {
    const newsOfMember = computeNewsOfMember(membershipId, before, after)
    if (newsOfMember !== null && membershipId !== actor.membershipId) news[membershipId] = newsOfMember
  }
  return news
}

/** Returns the notices to the riders of a driver who answered No. The actor gets no notice. */
export function computeNewsOfDriversNo(
  actor: { membershipId: string },
  lifts: readonly Lift[],
  driverId: string,
): LiftNewsByMember {
  const riderIds = listRiders(lifts, driverId).filter((id) => id !== actor.membershipId)
  return Object.fromEntries(riderIds.map((id) => [id, 'driver_said_no']))
}

function computeNewsOfMember(membershipId: string, before: readonly Lift[], after: readonly Lift[]): LiftNews | null {
  const [previous, current] = [findLift(before, membershipId), findLift(after, membershipId)]
  if (current?.mode === 'drives')
    return isDeepStrictEqual(listRiders(before, membershipId), listRiders(after, membershipId)) ? null : 'car'
  if (current?.driverId)
    return isDeepStrictEqual(describeRide(before, previous), describeRide(after, current)) ? null : 'car'
  // A rider whose driver still drives has got out of the car, and needs no notice.
  const isStranded = previous?.driverId && findLift(after, previous.driverId)?.mode !== 'drives'
  return isStranded ? 'no_driver' : null
}

function findLift(lifts: readonly Lift[], id: string | null): Lift | undefined {
  return lifts.find(({ membershipId }) => membershipId === id)
}

function listRiders(lifts: readonly Lift[], driverId: string): string[] {
  return lifts.flatMap((lift) => (lift.driverId === driverId ? [lift.membershipId] : [])).toSorted()
}

/** Returns the driver of a rider, and when and from where the driver leaves; null without a driver. */
function describeRide(lifts: readonly Lift[], rider: Lift | undefined): object | null {
  const driver = rider && findLift(lifts, rider.driverId)
  return driver ? { driverId: driver.membershipId, leavesAt: driver.leavesAt, from: driver.from } : null
}

/** Queues a notice to drivers and riders when the load-in of a gig is at another time. */
export async function notifyDriversAndRidersOfLoadIn(
  tx: Db,
  member: { bandId: string; userId: string },
  { eventId, before, after }: { eventId: string; before: GigSheet; after: GigSheet },
): Promise<void> {
  if (findLoadIn(before.times) === findLoadIn(after.times)) return
  const lifts = await listLiftsOfEvent(tx, { bandId: member.bandId, eventId })
  const newsEntries = lifts.flatMap(({ membershipId, mode, driverId }) =>
    mode === 'drives' || driverId ? [[membershipId, 'load_in'] as const] : [],
  )
  await queueLiftsChanged(tx, member, eventId, Object.fromEntries(newsEntries))
}

/** Queues a notice to the riders of a member who leaves the band. A trigger gives them the mode `needs` when the membership is deleted. */
export async function notifyRidersOfDeparture(
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
