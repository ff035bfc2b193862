import { randomUUIDv7 } from 'node:crypto'
import { accessLevelFromRole, canInviteToMembership } from '@gaffer/domain/bands/access'
import { AppError } from '@gaffer/domain/shared/app-error'
import { defaultMemberColor, defaultMemberIcon, pickNewMembershipColor } from '@gaffer/domain/bands/member-icons'
import type { Membership, NewMember } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import type { Db } from '#platform/db/connection.ts'
import { logActivity } from '#features/activity/service.ts'
import { memberJoined } from './hooks.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  isBandLimitReached,
  deleteExpiredCardsOfEmail,
  fillInvitedCardRow as fillCard,
  findCardWithHistoryOfEmail,
  findMembership,
  listColorsInOtherBands,
  hasCardOpenInvitation,
  hasOtherInvitedCard,
  insertInvitedCard,
  insertMembership,
  lockUser,
  markJoinWaitingForName,
  takeWaitingJoins,
  updateMembershipColor,
  updateInvitedCard,
  type NewMembership,
} from './member-store.ts'

/** Locks the user, so that parallel joins are counted. Returns whether the user is below the band limit. */
export async function lockUserAndCheckBandLimit(tx: Db, userId: string): Promise<boolean> {
  await lockUser(tx, { userId })
  return !(await isBandLimitReached(tx, { userId }))
}

export function tooManyBandsError(): AppError {
  return new AppError('conflict', bandMessages.bandsTooMany)
}

export type MembershipDraft = Omit<NewMembership, 'id' | 'icon' | 'color'> & {
  icon?: string | undefined
  color?: string | undefined
}

/** Adds a user to a band; returns null when the user is a member already. */
export async function addUserToBand(
  tx: Db,
  { icon, color, ...membership }: MembershipDraft,
): Promise<Membership | null> {
  const id = randomUUIDv7()
  const added = await insertMembership(tx, {
    ...membership,
    id,
    icon: icon ?? defaultMemberIcon,
    color: color ?? pickNewMembershipColor(await listColorsInOtherBands(tx, membership)),
  })
  return added ? ((await findMembership(tx, membership.bandId, id)) ?? null) : null
}

/**
 * Creates the card of an invited member, or reuses one: the card that the input names, else a card of the email address with a history.
 * Refuses an email address or a card that has an open invitation. Lock the band first.
 */
export async function addOrUpdateInvitedCard(tx: Db, member: MemberContext, input: NewMember): Promise<Membership> {
  const { email } = input
  const others = { ...member, email, exceptId: input.membershipId ?? null }
  await deleteExpiredCardsOfEmail(tx, others)
  const membershipId = input.membershipId ?? (await findCardWithHistoryOfEmail(tx, others))?.id
  if (await hasOtherInvitedCard(tx, { ...others, exceptId: membershipId ?? null }))
    throw new AppError('conflict', invitationMessages.invitedAlready)
  if (membershipId !== undefined) return reuseInvitedCard(tx, member, membershipId, input)
  const id = randomUUIDv7()
  const { icon = defaultMemberIcon, color = defaultMemberColor } = input
  await insertInvitedCard(tx, { ...input, ...member, id, icon, color, access: accessLevelFromRole(input.role) })
  return (await findMembership(tx, member.bandId, id)) as Membership
}

/** The card keeps its access, icon and colour, and its answers and readiness. */
async function reuseInvitedCard(
  tx: Db,
  member: MemberContext,
  id: string,
  { email, role, displayName }: NewMember,
): Promise<Membership> {
  const card = orNotFound(await findMembership(tx, member.bandId, id))
  if (card.status === 'active') throw new AppError('conflict', invitationMessages.joinedAlready)
  if (!canInviteToMembership(member, card)) throw new AppError('not_allowed', invitationMessages.onlyOwnersInviteOwners)
  if (await hasCardOpenInvitation(tx, { ...member, id }))
    throw new AppError('conflict', invitationMessages.invitedAlready)
  await updateInvitedCard(tx, { ...member, id, email, role, displayName })
  return (await findMembership(tx, member.bandId, id)) as Membership
}

/**
 * Turns an invited card into the user's membership; returns false when the card is deleted or was filled before. A card in the
 * colour of another band of the user gets an unused colour, so that the user can tell the bands apart.
 */
export async function fillInvitedCard(
  tx: Db,
  card: { bandId: string; membershipId: string; userId: string },
): Promise<boolean> {
  if (!(await fillCard(tx, card))) return false
  const { bandId, membershipId } = card
  const used = await listColorsInOtherBands(tx, card)
  const membership = await findMembership(tx, bandId, membershipId)
  if (membership && used.includes(membership.color))
    await updateMembershipColor(tx, { bandId, membershipId, color: pickNewMembershipColor(used) })
  return true
}

/**
 * Logs that the user joined, and queues the notices. For a user without a name in the profile both wait for the name: otherwise the notices
 * would name them "New member".
 */
export async function announceJoin(tx: Db, joined: { bandId: string; userId: string }): Promise<void> {
  if (!(await markJoinWaitingForName(tx, joined))) await logAndQueueJoin(tx, joined)
}

/** Announces the joins that waited for the user's name. */
export async function announceWaitingJoins(tx: Db, { userId }: { userId: string }): Promise<void> {
  for (const { bandId } of await takeWaitingJoins(tx, { userId })) await logAndQueueJoin(tx, { bandId, userId })
}

async function logAndQueueJoin(tx: Db, joined: { bandId: string; userId: string }): Promise<void> {
  await logActivity(tx, joined, { verb: 'joined' })
  await memberJoined.run(tx, joined)
}
