import { canInvite, canRemove, canSetAccess, type AccessLevel } from '@gaffer/domain/bands/access'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { MemberChanges, MemberRemoval, Membership } from '@gaffer/domain/bands/member'
import { messages } from '@gaffer/domain/shared/messages'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { logActivity } from '#features/activity/service.ts'
import { accessChanged } from './hooks.ts'
import { storeImageIfUploaded, type PreparedPicture } from '#features/images/service.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { orNotFound } from '#platform/refusals.ts'
import { deleteInvitedCard, endMembership, revokeInvitationsAndCardsBy } from './leaving.ts'
import { lockBandRow, lockInvitationOfCard, lockInvitationsBy } from './leaving-store.ts'
import {
  findAccess,
  findMembership,
  listMemberships,
  lockMembershipAndReadAccess,
  updateMembership,
} from './member-store.ts'

export function listMembers(db: Db, member: MemberContext): Promise<Membership[]> {
  return listMemberships(db, member)
}

/** Locks the band until the transaction ends; returns the caller with their current access. Refuses a removed member. */
export async function lockBandAsMember(tx: Db, member: MemberContext): Promise<MemberContext> {
  await lockBandRow(tx, member)
  return { ...member, ...orNotFound(await findAccess(tx, member)) }
}

/** Locks the caller's membership, and returns the caller with their current access. Refuses a removed member. */
export async function lockMembershipOfCaller(tx: Db, member: MemberContext): Promise<MemberContext> {
  return { ...member, ...orNotFound(await lockMembershipAndReadAccess(tx, member)) }
}

/** Locks the band and refuses a caller who may no longer invite: the guard checked the access without a lock. */
export async function lockBandAsInviter(tx: Db, member: MemberContext): Promise<MemberContext> {
  const current = await lockBandAsMember(tx, member)
  if (!canInvite(current)) throw new AppError('not_allowed', messages.notAllowed)
  return current
}

/**
 * Edits the caller's own card or, as an owner, the access of another member. Locks the band, so that two owners who
 * demote each other in parallel do not leave it without an owner.
 */
export async function changeMember(
  db: Db,
  member: MemberContext,
  memberId: string,
  { access, picture, ...card }: MemberChanges & PreparedPicture,
): Promise<Membership> {
  const avatarUrl =
    card.avatarUrl === undefined ? undefined : await storeImageIfUploaded(db, member, card.avatarUrl, picture)
  return inTransaction(db, async (tx) => {
    // Lock order: invitations, band, as when an invitation is accepted.
    if (access !== undefined) await lockInvitationsBy(tx, { bandId: member.bandId, membershipId: memberId })
    const actor = await lockBandAsMember(tx, member)
    const target = orNotFound(await findMembership(tx, member.bandId, memberId))
    const isOwn = memberId === member.membershipId
    if (!isOwn && Object.values(card).some((value) => value !== undefined)) {
      throw new AppError('not_allowed', bandMessages.onlyOwnCard)
    }
    if (access !== undefined && !canSetAccess(actor, memberId)) {
      throw new AppError('not_allowed', bandMessages.onlyOwnersSetAccess)
    }
    if (access !== undefined) await logAccessChange(tx, member, target, access)
    await updateMembership(tx, { bandId: member.bandId, membershipId: memberId }, { ...card, avatarUrl, access })
    if (access !== undefined && target.userId && !canInvite({ access })) {
      await revokeInvitationsAndCardsBy(tx, { bandId: member.bandId, userId: target.userId })
    }
    return (await findMembership(tx, member.bandId, memberId)) as Membership
  })
}

async function logAccessChange(tx: Db, member: MemberContext, target: Membership, access: AccessLevel): Promise<void> {
  // The access of an invited member is fixed by the invitation and is never owner.
  if (target.status === 'invited') throw new AppError('not_allowed', bandMessages.notJoinedYet)
  if (access === target.access || !target.userId) return
  await logActivity(tx, member, { verb: `made_${access}`, aboutUserId: target.userId })
  await accessChanged.run(tx, member, { userId: target.userId, access })
}

/** Ends the membership of a member, or deletes the card of an invited one. The caller takes over the events to keep. */
export async function removeMember(
  db: Db,
  member: MemberContext,
  memberId: string,
  { keepEventIds }: MemberRemoval,
): Promise<void> {
  const { bandId } = member
  await inTransaction(db, async (tx) => {
    await lockInvitationOfCard(tx, { bandId, membershipId: memberId })
    const actor = await lockBandAsMember(tx, member)
    const target = orNotFound(await findMembership(tx, bandId, memberId))
    if (!canRemove(actor, target)) throw new AppError('not_allowed', removalRefusalMessageFor(actor, target))
    const { userId, displayName: name } = target
    if (userId) {
      const leaving = { bandId, membershipId: memberId, userId }
      return endMembership(tx, leaving, { how: 'removed', name, by: member, keepEventIds })
    }
    await logActivity(tx, member, { verb: 'removed', aboutMembershipId: memberId, subject: name })
    await deleteInvitedCard(tx, { bandId, membershipId: memberId }, { by: member, keepEventIds })
  })
}

function removalRefusalMessageFor(actor: MemberContext, target: Membership): string {
  if (target.id === actor.membershipId) return bandMessages.notYourself
  return actor.access === 'admin' ? bandMessages.onlyOwnersRemoveOwners : messages.notAllowed
}

/** Ends the caller's membership. The owner who joined first takes over the events to keep. Refuses the last owner. */
export async function leaveBand(db: Db, member: MemberContext, { keepEventIds }: MemberRemoval): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockBandAsMember(tx, member)
    const { displayName: name } = orNotFound(await findMembership(tx, member.bandId, member.membershipId))
    await endMembership(tx, member, { how: 'left', name, keepEventIds })
  })
}
