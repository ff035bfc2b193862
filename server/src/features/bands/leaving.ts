// Ends memberships for leaving, removal and account erasure. Callers check permissions.

import { canRemove } from '@gaffer/domain/bands/access'
import { formerMemberName } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { profileMessages } from '@gaffer/domain/sign-in/profile-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Config } from '#config.ts'
import type { Db, JobInserter } from '#platform/db/connection.ts'
import { logActivity } from '#features/activity/service.ts'
import { bandEnding, memberLeft } from './hooks.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  softDeleteEventsOfMember,
  lockBandForDeletion,
  deleteBand,
  deleteInvitedCardsBy,
  deleteMembership,
  detachOrDeleteDaysAway,
  findLongestStandingOwner,
  transferEvents,
  lockBandsOfUser,
  lockInvitationsOfBand,
  lockMembership,
  hasOtherMember,
  lockMembershipsOfUser,
  revokeInvitationsBy,
  revokeInvitationsKnownTo,
  type EndingMembership,
  type EventOwner,
  type NewEventOwner,
  type LeavingMember,
  type MembershipKey,
} from './leaving-store.ts'
import { findMembership, hasCardHistory } from './member-store.ts'

/** Events of the leaving member that the member `by` takes over. */
export type KeptEvents = { by: NewEventOwner; keepEventIds: readonly string[] }
/** How a membership ends. `erased` means that the account was erased: notices then leave out the name. */
export type Departure =
  | { how: 'removed'; name: string; by: MemberContext; keepEventIds: readonly string[] }
  | { how: 'left'; name: string; keepEventIds: readonly string[] }
  | { how: 'erased' }

/**
 * Ends the membership of a joined member and deletes their events, except the events to keep. Refuses the last owner. Lock the band first.
 */
export async function endMembership(tx: Db, leaving: LeavingMember, departure: Departure): Promise<void> {
  const { bandId, membershipId, userId } = leaving
  await lockMembership(tx, leaving)
  const longestStandingOwner = await findLongestStandingOwner(tx, leaving)
  if (!longestStandingOwner)
    throw new AppError('conflict', departure.how === 'left' ? bandMessages.lastOwnerStays : bandMessages.bandNeedsOwner)
  if (departure.how !== 'erased') {
    const by = departure.how === 'removed' ? departure.by : longestStandingOwner
    await transferKeptEvents(tx, leaving, { by, keepEventIds: departure.keepEventIds })
    await revokeInvitationsKnownTo(tx, leaving)
  }
  const deletionId = await logDeparture(tx, leaving, departure)
  const deletedEvents = await softDeleteEventsOfMember(tx, { bandId, membershipId, userId, deletionId })
  await detachOrDeleteDaysAway(tx, leaving)
  await revokeInvitationsBy(tx, leaving)
  const actorId = departure.how === 'removed' ? departure.by.userId : departure.how === 'left' ? userId : null
  const identity =
    departure.how === 'erased' ? { name: formerMemberName, userId: null } : { name: departure.name, userId }
  const eventIds = deletedEvents.map(({ id }) => id)
  await memberLeft.run(tx, { bandId, actorId }, { membershipId, ...identity, eventIds })
  await deleteMembership(tx, leaving)
}

/** Returns the id of the activity entry, by which the events can be restored. */
function logDeparture(tx: Db, { bandId, userId }: LeavingMember, departure: Departure): Promise<string> {
  return departure.how === 'removed'
    ? logActivity(tx, departure.by, { verb: 'removed', aboutUserId: userId })
    : logActivity(tx, { bandId, userId }, { verb: 'left' })
}

/** Deletes the card of an invited member. Lock the band first. */
export async function deleteInvitedCard(tx: Db, card: MembershipKey, kept?: KeptEvents): Promise<void> {
  await lockMembership(tx, card)
  if (kept) await transferKeptEvents(tx, { ...card, userId: null }, kept)
  await deleteMembership(tx, card)
}

/** Whether revoking the invitation deletes its card. A card stays if it has a history or the actor may not remove it. */
export async function isRemovableWithInvitation(tx: Db, actor: MemberContext, membershipId: string): Promise<boolean> {
  const card = await findMembership(tx, actor.bandId, membershipId)
  return card !== undefined && canRemove(actor, card) && !(await hasCardHistory(tx, { ...actor, membershipId }))
}

async function transferKeptEvents(tx: Db, from: EventOwner, { by, keepEventIds }: KeptEvents): Promise<void> {
  const ids = [...new Set(keepEventIds)]
  if (ids.length === 0) return
  const transferred = await transferEvents(tx, {
    ...from,
    ids,
    newMembershipId: by.membershipId,
    newUserId: by.userId,
  })
  if (transferred.length !== ids.length) throw new AppError('not_found', bandMessages.keptEventGone)
}

/** Revokes the invitations that the user made, and deletes the cards of the invited members, except cards with a history. */
export async function revokeInvitationsAndCardsBy(tx: Db, inviter: { bandId: string; userId: string }): Promise<void> {
  await deleteInvitedCardsBy(tx, inviter)
  await revokeInvitationsBy(tx, inviter)
}

/** Locks the user's bands and lists their memberships. Refuses the only owner of a band with other members. */
export async function lockBandsAndListMemberships(tx: Db, userId: string): Promise<EndingMembership[]> {
  await lockBandsOfUser(tx, { userId })
  const memberships = await lockMembershipsOfUser(tx, { userId })
  const soleOwned = memberships.find(({ isOnlyOwner, isAlone }) => isOnlyOwner && !isAlone)
  if (soleOwned) throw new AppError('conflict', profileMessages.soleOwner(soleOwned.bandName))
  return memberships
}

/** Deletes the memberships, and the bands without other members. */
export async function endMembershipsAndDeleteEmptyBands(
  services: { jobs: JobInserter; config: Config },
  tx: Db,
  memberships: EndingMembership[],
): Promise<void> {
  for (const { isAlone, bandName, ...membership } of memberships) {
    if (isAlone) {
      await lockEmptiedBand(tx, membership, bandName)
      await bandEnding.run(services, tx, membership)
      await deleteBand(tx, membership)
    } else await endMembership(tx, membership, { how: 'erased' })
  }
}

async function lockEmptiedBand(tx: Db, lastMembership: MembershipKey, bandName: string): Promise<void> {
  // Lock order: membership, invitations, band. Another order deadlocks with writers and acceptances. Then check again:
  // a member may have joined meanwhile.
  await lockMembership(tx, lastMembership)
  await lockInvitationsOfBand(tx, lastMembership)
  await lockBandForDeletion(tx, lastMembership)
  if (await hasOtherMember(tx, lastMembership)) throw new AppError('conflict', profileMessages.soleOwner(bandName))
}
