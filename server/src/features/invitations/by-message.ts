import { randomUUIDv7 } from 'node:crypto'
import type { LiveInvitation, PhoneInvitation } from '@gaffer/domain/invitation'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import { record } from '#features/activity/service.ts'
import { ukMobile } from '#features/auth/send-code.ts'
import { removeMembership } from '#features/bands/leaving.ts'
import { isMember } from '#features/bands/service.ts'
import { findAccountById, findAccountByPhone } from '#features/me/service.ts'
import type { MemberContext } from '#platform/auth-context.ts'
import {
  endInvitations,
  holdInvitationOf,
  insertMessage,
  listLiveInvitations,
  type NewMessage,
} from './message-store.ts'
import { refuseOverBudget, refuseSpentPerson } from './message-budgets.ts'
import { lockInviter } from './inviter.ts'
import { sendInvitationJob } from './send-invitation.ts'
import { insertInvitation } from './store.ts'

export async function inviteByPhone(
  deps: Deps,
  db: Db,
  acting: MemberContext,
  { phone: input, address }: { phone: string; address: string },
): Promise<PhoneInvitation> {
  const phone = ukMobile(deps, input)
  await refuseSpentPerson(db, acting.userId)
  return inTransaction(db, async (tx) => {
    await lockInviter(tx, acting)
    const account = await findAccountByPhone(tx, phone)
    if (account && (await isMember(tx, acting.bandId, account.id)))
      throw new AppError('conflict', messages.memberAlready)
    // A new text replaces older ones to the same number.
    await endInvitations(tx, acting, { phone })
    const expiresAt = await inviteByMessage(deps, tx, acting, { channel: 'sms', recipient: phone, address })
    await record(tx, acting, { verb: 'invited_by_phone' })
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

export function listInvitations(db: Db, acting: MemberContext): Promise<LiveInvitation[]> {
  return listLiveInvitations(db, acting)
}

/** Lock order: invitation, then its card, as when it is accepted. */
export async function revokeInvitation(db: Db, acting: MemberContext, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const invitation = await holdInvitationOf(tx, acting, { id })
    await lockInviter(tx, acting)
    if (!invitation) throw new AppError('not_found', messages.notFound)
    const { membershipId } = invitation
    await record(tx, acting, { verb: 'revoked', ...(membershipId && { aboutMembershipId: membershipId }) })
    if (membershipId) await removeMembership(tx, { bandId: acting.bandId, membershipId })
    else await endInvitations(tx, acting, { id })
  })
}

/** Revokes the links that a removed member may know: general ones and texts to their number. */
export async function endLinksKnownTo(tx: Db, acting: MemberContext, userId: string): Promise<void> {
  await endInvitations(tx, acting, { kind: 'general' })
  const account = await findAccountById(tx, userId)
  if (account) await endInvitations(tx, acting, { phone: account.phone })
}

/** Locks the invitation of the card: an acceptance in progress finishes first, and a later one fails. */
export async function holdInvitationTo(tx: Db, acting: MemberContext, membershipId: string): Promise<void> {
  await holdInvitationOf(tx, acting, { membershipId })
}
