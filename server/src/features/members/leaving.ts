// Ends memberships for removal and account erasure. Callers check permissions.

import { canRemove } from '@gaffer/domain/access'
import { formerMemberName } from '@gaffer/domain/member'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Db } from '#platform/db/connection.ts'
import { queueMemberLeft } from '#features/notices/queue-notices.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  softDeleteAndClearEventsOf,
  lockBandForDeletion,
  deleteBand,
  deleteInvitedCardsBy,
  deleteMembership,
  detachOrDeleteDaysAway,
  transferEvents,
  hasOtherOwner,
  lockBandRow,
  lockBandsOfUser,
  lockInvitationsOfBand,
  lockMembership,
  hasOtherMember,
  listMembershipsToEnd,
  revokeInvitationsBy,
  type EndingMembership,
  type EventOwner,
  type MembershipKey,
} from './leaving-store.ts'
import { findMembership, hasCardHistory } from './store.ts'

/** Events of the leaving member that are transferred to the remover. */
export type KeptEvents = { by: MemberContext; keepEventIds: readonly string[] }

/** Deletes the membership; false when it does not exist. Refuses to remove the last owner. */
export async function removeMembership(tx: Db, membership: MembershipKey, kept?: KeptEvents): Promise<boolean> {
  await lockBandRow(tx, { bandId: membership.bandId })
  const locked = await lockMembership(tx, membership)
  if (!locked) return false
  if (kept) await keepEvents(tx, { ...membership, userId: locked.userId }, kept)
  if (locked.userId !== null) {
    if (!(await hasOtherOwner(tx, membership))) throw new AppError('conflict', messages.bandNeedsOwner)
    const leaving = { ...membership, userId: locked.userId }
    await softDeleteAndClearEventsOf(tx, leaving)
    await detachOrDeleteDaysAway(tx, leaving)
    await revokeInvitationsBy(tx, leaving)
  }
  await deleteMembership(tx, membership)
  return true
}

/** Whether an invited card goes with its invitation: a card with a history stays, and one that the actor may not remove. */
export async function isRemovableWithInvitation(tx: Db, actor: MemberContext, membershipId: string): Promise<boolean> {
  const card = await findMembership(tx, actor.bandId, membershipId)
  return card !== undefined && canRemove(actor, card) && !(await hasCardHistory(tx, { ...actor, membershipId }))
}

async function keepEvents(tx: Db, from: EventOwner, { by, keepEventIds }: KeptEvents): Promise<void> {
  const ids = [...new Set(keepEventIds)]
  if (ids.length === 0) return
  const transferred = await transferEvents(tx, {
    ...from,
    ids,
    newMembershipId: by.membershipId,
    newUserId: by.userId,
  })
  if (transferred.length !== ids.length) throw new AppError('not_found', messages.keptEventGone)
}

/** Revokes the open invitations that the member made, and deletes the cards of persons invited by mail that have no history. */
export async function revokeInvitationsAndCardsBy(tx: Db, maker: { bandId: string; userId: string }): Promise<void> {
  await deleteInvitedCardsBy(tx, maker)
  await revokeInvitationsBy(tx, maker)
}

/** Locks the user's bands and lists their memberships. Refuses the only owner of a band with other members. */
export async function lockBandsAndListMemberships(tx: Db, userId: string): Promise<EndingMembership[]> {
  await lockBandsOfUser(tx, { userId })
  const memberships = await listMembershipsToEnd(tx, { userId })
  const soleOwned = memberships.find(({ isOnlyOwner, isAlone }) => isOnlyOwner && !isAlone)
  if (soleOwned) throw new AppError('conflict', messages.soleOwner(soleOwned.bandName))
  return memberships
}

/** Deletes the memberships, and the bands without other members. */
export async function endMembershipsAndEmptyBands(tx: Db, memberships: EndingMembership[]): Promise<void> {
  for (const { isAlone, bandName, ...membership } of memberships) {
    if (isAlone) await deleteEmptiedBand(tx, membership, bandName)
    else {
      await removeMembership(tx, membership)
      // The name goes with the account.
      const { bandId, membershipId } = membership
      await queueMemberLeft(tx, { bandId, actorId: null }, { membershipId, name: formerMemberName, userId: null })
    }
  }
}

async function deleteEmptiedBand(tx: Db, lastMembership: MembershipKey, bandName: string): Promise<void> {
  // Lock order: membership, invitations, band. Another order deadlocks with writers and acceptances. Then check again:
  // a member may have joined meanwhile.
  await lockMembership(tx, lastMembership)
  await lockInvitationsOfBand(tx, lastMembership)
  await lockBandForDeletion(tx, lastMembership)
  if (await hasOtherMember(tx, lastMembership)) throw new AppError('conflict', messages.soleOwner(bandName))
  await deleteBand(tx, lastMembership)
}
