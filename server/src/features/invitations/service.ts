import type { HeldInvitation, InvitationPreview, InvitationListItem } from '@gaffer/domain/invitations/invitation'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { linkCardActivity, logActivity } from '#features/activity/service.ts'
import {
  announceJoin,
  fillInvitedCard,
  lockUserAndCheckBandLimit,
  addUserToBand,
  tooManyBandsError,
} from '#features/bands/joining.ts'
import { deleteInvitedCard, isRemovableWithInvitation } from '#features/bands/leaving.ts'
import { hashSecret } from '#platform/keys.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { orNotFound } from '#platform/refusals.ts'
import { lockBandAsInviter } from '#features/bands/member-service.ts'
import {
  consumeInvitationUse,
  findInvitationToPhone,
  findInvitationToPhoneInBandOf,
  findOpenInvitation,
  findPreview,
  isInvitationRowOpen,
  isPhoneOfUser,
  isMember,
  listOpenInvitations,
  lockOpenInvitation,
  setMissingDisplayName,
  revokeOpenInvitation,
  type Invitation,
} from './store.ts'

export function listInvitations(db: Db, member: MemberContext): Promise<InvitationListItem[]> {
  return listOpenInvitations(db, member)
}

/**
 * Revokes the invitation. Deletes the card that the invitation made, unless the card has a history or the caller may not remove it. Lock
 * order as in `acceptInvitation`: invitation, then card.
 */
export async function revokeInvitation(db: Db, member: MemberContext, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const invitation = await lockOpenInvitation(tx, { ...member, id })
    const actor = await lockBandAsInviter(tx, member)
    const { membershipId } = orNotFound(invitation)
    await logActivity(tx, member, { verb: 'revoked', ...(membershipId && { aboutMembershipId: membershipId }) })
    if (membershipId && (await isRemovableWithInvitation(tx, actor, membershipId))) {
      await deleteInvitedCard(tx, { bandId: member.bandId, membershipId })
    } else await revokeOpenInvitation(tx, { ...member, id })
  })
}

export async function previewInvitation(db: Db, token: string): Promise<InvitationPreview> {
  return requireInvitation(await findPreview(db, { tokenHash: hashSecret(token) })).preview
}

/** Returns the open invitation that the browser holds until sign-in; null if there is none. */
export async function readHeldInvitation(db: Db, token: string | undefined): Promise<HeldInvitation | null> {
  const found = token && (await findPreview(db, { tokenHash: hashSecret(token) }))
  return found ? { ...found.preview, phoneEnding: found.phone?.slice(-3) ?? null } : null
}

/** Refuses a token without an open invitation. */
export async function requireOpenInvitation(db: Db, token: string): Promise<void> {
  requireInvitation(await findOpenInvitation(db, { tokenHash: hashSecret(token) }))
}

/**
 * Finds the open invitation that the browser holds, otherwise an open invitation that was texted to the number. If the held invitation is not
 * open or is for another number, only a text from its band counts: a user must not join another band than the band of the held invitation.
 */
export async function findInvitationForSignIn(
  db: Db,
  { heldToken, phone }: { heldToken: string | undefined; phone: string },
): Promise<Invitation | undefined> {
  if (!heldToken) return findInvitationToPhone(db, { phone })
  const tokenHash = hashSecret(heldToken)
  const held = await findOpenInvitation(db, { tokenHash })
  if (held && (held.phone === null || held.phone === phone)) return held
  return findInvitationToPhoneInBandOf(db, { phone, tokenHash })
}

export function isInvitationOpen(db: Db, id: string): Promise<boolean> {
  return isInvitationRowOpen(db, { id })
}

export async function acceptInvitation(
  db: Db,
  user: AuthenticatedUser,
  token: string,
): Promise<{ bandId: string | null }> {
  return inTransaction(db, async (tx) => {
    const invitation = requireInvitation(await findOpenInvitation(tx, { tokenHash: hashSecret(token) }))
    if (invitation.phone !== null && !(await isPhoneOfUser(tx, { userId: user.userId, phone: invitation.phone })))
      throw new AppError('not_allowed', invitationMessages.invitationOtherPhone)
    return { bandId: await redeemInvitation(tx, invitation, user.userId) }
  })
}

/**
 * Accepts the invitation; returns the band id, null for a founder invitation. For a member of the band the uses are not counted. Refuses an
 * invitation that is not open.
 */
export async function redeemInvitation(tx: Db, invitation: Invitation, userId: string): Promise<string | null> {
  const { bandId, membershipId } = invitation
  // Locks the user before reading, so that two parallel acceptances create one membership.
  if (!(await lockUserIfRoomForInvitation(tx, invitation, userId))) throw tooManyBandsError()
  if (bandId && (await isMember(tx, { bandId, userId }))) return bandId
  if (!(await consumeInvitationUse(tx, invitation))) throw invalidInvitationError()
  if (!bandId) return null
  if (membershipId) {
    if (!(await fillInvitedCard(tx, { bandId, membershipId, userId }))) throw invalidInvitationError()
    await linkCardActivity(tx, { bandId, membershipId, userId })
  } else await addUserToBand(tx, { bandId, userId, access: 'member', role: 'Member', displayName: null })
  if (invitation.name !== null) await setMissingDisplayName(tx, { userId, name: invitation.name })
  await announceJoin(tx, { bandId, userId })
  return bandId
}

/** Whether the user can accept the invitation under the band limit. A founder invitation, or one to the user's own band, always fits. Locks the user. */
export async function lockUserIfRoomForInvitation(tx: Db, { bandId }: Invitation, userId: string): Promise<boolean> {
  return (await lockUserAndCheckBandLimit(tx, userId)) || bandId === null || (await isMember(tx, { bandId, userId }))
}

function requireInvitation<T>(found: T | undefined): T {
  if (found === undefined) throw invalidInvitationError()
  return found
}

function invalidInvitationError(): AppError {
  return new AppError('not_found', invitationMessages.invitationDead)
}
