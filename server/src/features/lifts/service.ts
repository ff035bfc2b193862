import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { canChangeLiftOf, liftRefusalMessageFor, type Lift, type ParsedLift } from '@gaffer/domain/lifts/lift'
import { clearFieldsOfOtherModes } from '@gaffer/domain/lifts/cars'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import { lockAndReadEntry, readEntry } from '#features/events/service.ts'
import { queueLiftsChanged } from '#features/notices/queue-notices.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { computeLiftNews, computeNewsOfDriversNo } from './lift-news.ts'
import { deleteLiftRow, listLiftsOfEvent, lockMemberships, upsertLift } from './store.ts'

type LiftKey = { eventId: string; membershipId: string }

export function listLifts(pool: Db, member: MemberContext, eventId: string): Promise<Lift[]> {
  return onOneConnection(pool, async (db) => {
    const [event, lifts] = await Promise.all([
      readEntry(db, member, eventId),
      listLiftsOfEvent(db, { ...member, eventId }),
    ])
    requireGig(event)
    return lifts
  })
}

/** Sets the lift of a member. The lock on the gig serialises changes to its lifts, so that two riders never take the same seat. */
export async function setLift(db: Db, member: MemberContext, key: LiftKey, given: ParsedLift): Promise<Lift> {
  const lift = clearFieldsOfOtherModes(given)
  const { eventId, membershipId } = key
  requireOwnLiftOrAdmin(member, membershipId)
  return inTransaction(db, async (tx) => {
    // Locks the memberships of the member and the driver. Lock order: memberships, events.
    const membershipIds = lift.driverId === null ? [membershipId] : [membershipId, lift.driverId]
    const known = new Set((await lockMemberships(tx, { ...member, membershipIds })).map(({ id }) => id))
    if (!known.has(membershipId)) throw notFoundError()
    if (lift.driverId === membershipId || (lift.driverId !== null && !known.has(lift.driverId)))
      throw invalidFieldError('driverId', liftMessages.driverUnknown)
    await lockGig(tx, member, eventId)
    const before = await listLiftsOfEvent(tx, { ...member, eventId })
    refuseWithoutSeats(before, membershipId, lift)
    await upsertLift(tx, { ...member, ...lift, eventId, membershipId })
    const after = await listLiftsOfEvent(tx, { ...member, eventId })
    await queueLiftsChanged(tx, member, eventId, computeLiftNews(member, before, after))
    return after.find((one) => one.membershipId === membershipId) as Lift
  })
}

/** Idempotent: also succeeds if the member has no lift. */
export async function deleteLift(db: Db, member: MemberContext, { eventId, membershipId }: LiftKey): Promise<void> {
  requireOwnLiftOrAdmin(member, membershipId)
  await inTransaction(db, async (tx) => {
    const known = await lockMemberships(tx, { ...member, membershipIds: [membershipId] })
    if (known.length === 0) throw notFoundError()
    await lockGig(tx, member, eventId)
    const before = await listLiftsOfEvent(tx, { ...member, eventId })
    await deleteLiftRow(tx, { ...member, eventId, membershipId })
    const after = await listLiftsOfEvent(tx, { ...member, eventId })
    await queueLiftsChanged(tx, member, eventId, computeLiftNews(member, before, after))
  })
}

/**
 * Deletes the lift of a member who changed their answer to No. A driver keeps the car, and the riders get a notice of the No. The caller has
 * locked the event.
 */
export async function updateLiftsAfterNo(
  tx: Db,
  actor: { userId: string; bandId: string; membershipId: string },
  { eventId, membershipId }: LiftKey,
): Promise<void> {
  const before = await listLiftsOfEvent(tx, { bandId: actor.bandId, eventId })
  const own = before.find((lift) => lift.membershipId === membershipId)
  if (!own) return
  if (own.mode === 'drives') {
    await queueLiftsChanged(tx, actor, eventId, computeNewsOfDriversNo(actor, before, membershipId))
    return
  }
  await deleteLiftRow(tx, { bandId: actor.bandId, eventId, membershipId })
  const after = before.filter((lift) => lift !== own)
  await queueLiftsChanged(tx, actor, eventId, computeLiftNews(actor, before, after))
}

/** Refuses a rider without a free seat, and a driver with fewer seats than riders. */
function refuseWithoutSeats(before: readonly Lift[], membershipId: string, lift: ParsedLift): void {
  const countRiders = (driverId: string) =>
    before.filter((one) => one.driverId === driverId && one.membershipId !== membershipId).length
  if (lift.mode === 'drives' && lift.seats !== null && countRiders(membershipId) > lift.seats)
    throw new AppError('full', liftMessages.seatsTaken(countRiders(membershipId)))
  if (lift.driverId === null) return
  const driver = before.find((one) => one.membershipId === lift.driverId)
  if (driver?.mode !== 'drives') throw new AppError('conflict', liftMessages.notDriving)
  if (countRiders(lift.driverId) >= (driver.seats ?? 0)) throw new AppError('full', liftMessages.carFull)
}

function requireOwnLiftOrAdmin(member: MemberContext, membershipId: string): void {
  if (!canChangeLiftOf(member, membershipId)) throw new AppError('not_allowed', liftMessages.notYourLift)
}

async function lockGig(tx: Db, member: MemberContext, eventId: string): Promise<void> {
  const gig = requireGig(await lockAndReadEntry(tx, member, eventId))
  const refusal = liftRefusalMessageFor(gig, todayInLondon(tx.clock.now()))
  if (refusal) throw new AppError('conflict', refusal)
}

function requireGig(event: CalendarEntry): CalendarEntry {
  if (!isGigOrFestival(event.type)) throw new AppError('invalid_input', liftMessages.notGig)
  return event
}
