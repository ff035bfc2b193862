import { randomUUIDv7 } from 'node:crypto'
import type { LiveInvitation, PhoneInvitation } from '@gaffer/domain/invitation'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import { logActivity } from '#features/activity/service.ts'
import { ukMobile } from '#features/auth/send-code.ts'
import { removeMembership } from '#features/bands/leaving.ts'
import { isMember } from '#features/bands/service.ts'
import { findAccountById, findAccountByPhone } from '#features/me/service.ts'
import type { MemberContext } from '#platform/auth-context.ts'
import { endInvitations, lockInvitation, insertMessage, listLiveInvitations, type NewMessage } from './message-store.ts'
import { refuseOverBudget, refuseSpentPerson } from './message-budgets.ts'
import { lockInviter } from './inviter.ts'
import { sendInvitationJob } from './send-invitation.ts'
import { insertInvitation } from './store.ts'

export async function inviteByPhone(
  deps: Deps,
  db: Db,
  member: MemberContext,
  { phone: input, address }: { phone: string; address: string },
): Promise<PhoneInvitation> {
  const phone = ukMobile(deps, input)
  await refuseSpentPerson(db, member.userId)
  return inTransaction(db, async (tx) => {
    await lockInviter(tx, member)
    const account = await findAccountByPhone(tx, phone)
    if (account && (await isMember(tx, member.bandId, account.id)))
      throw new AppError('conflict', messages.memberAlready)
    // A new text replaces older ones to the same number.
    await endInvitations(tx, member, { phone })
    const expiresAt = await inviteByMessage(deps, tx, member, { channel: 'sms', recipient: phone, address })
    await logActivity(tx, member, { verb: 'invited_by_phone' })
    return { phone, expiresAt: expiresAt.toISOString() }
  })
}

type Delivery = Pick<NewMessage, 'channel' | 'recipient' | 'address'> & { membershipId?: string }

/** The transaction must have locked the band, so that parallel messages are counted. */
export async function inviteByMessage(
  { jobs, config }: Deps,
  tx: Db,
  { bandId, userId }: MemberContext,
  { channel, recipient, address, membershipId }: Delivery,
): Promise<Date> {
  const ids = { id: randomUUIDv7(), invitationId: randomUUIDv7() }
  const message = { ...ids, bandId, channel, recipient, membershipId, requestedBy: userId, address }
  await refuseOverBudget(tx, config, message)
  const expiresAt = await insertInvitation(tx, {
    id: message.invitationId,
    kind: channel === 'sms' ? 'phone' : 'email',
    tokenHash: null,
    bandId,
    invitedBy: userId,
    phone: channel === 'sms' ? recipient : null,
    ...(channel === 'mail' && { email: recipient }),
    ...(membershipId && { membershipId }),
    maxUses: 1,
    days: limits.invitationDays,
  })
  await insertMessage(tx, message)
  await jobs.add(tx, sendInvitationJob, { messageId: message.id })
  return expiresAt
}

export function listInvitations(db: Db, member: MemberContext): Promise<LiveInvitation[]> {
  return listLiveInvitations(db, member)
}

/** Lock order: invitation, then its card, as when it is accepted. */
export async function revokeInvitation(db: Db, member: MemberContext, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const invitation = await lockInvitation(tx, member, { id })
    await lockInviter(tx, member)
    if (!invitation) throw new AppError('not_found', messages.notFound)
    const { membershipId } = invitation
    await logActivity(tx, member, { verb: 'revoked', ...(membershipId && { aboutMembershipId: membershipId }) })
    if (membershipId) await removeMembership(tx, { bandId: member.bandId, membershipId })
    else await endInvitations(tx, member, { id })
  })
}

/** Revokes the links that a removed member may know: general ones and texts to their number. */
export async function endLinksKnownTo(tx: Db, member: MemberContext, userId: string): Promise<void> {
  await endInvitations(tx, member, { kind: 'general' })
  const account = await findAccountById(tx, userId)
  if (account) await endInvitations(tx, member, { phone: account.phone })
}

/** Locks the invitation of the card: an acceptance in progress finishes first, and a later one fails. */
export async function lockInvitationOfCard(tx: Db, member: MemberContext, membershipId: string): Promise<void> {
  await lockInvitation(tx, member, { membershipId })
}
