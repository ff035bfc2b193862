// Invitations by text and mail. The link is generated when the message is sent, so that no token is stored.

import { randomUUIDv7 } from 'node:crypto'
import type { PhoneInvitation } from '@gaffer/domain/invitations/invitation'
import type { Membership, NewMember } from '@gaffer/domain/bands/member'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import { logActivity } from '#features/activity/service.ts'
import { refusePersonOverBudget, refuseRequestOverBudget } from '#features/messages/budget.ts'
import type { ComposedMessage } from '#features/messages/hooks.ts'
import type { Message } from '#features/messages/message.ts'
import { addMessages } from '#features/messages/queue.ts'
import { parseUkMobile } from '#features/messages/uk-mobile.ts'
import { addOrUpdateInvitedCard } from '#features/bands/joining.ts'
import { lockBandAsInviter } from '#features/bands/member-service.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { composeInvitationMail, composeInvitationText } from './message-text.ts'
import {
  insertInvitation,
  isMemberByPhone,
  lockInvitationToSend,
  revokeInvitationsToPhone,
  updateInvitationToken,
} from './store.ts'

export async function inviteByPhone(
  services: Services,
  db: Db,
  member: MemberContext,
  { phone: input, name, address }: { phone: string; name: string | null; address: string },
): Promise<PhoneInvitation> {
  const phone = parseUkMobile(services, input)
  await refusePersonOverBudget(db, member.userId, invitationMessages.messagesTooManyFromYou)
  return inTransaction(db, async (tx) => {
    await lockBandAsInviter(tx, member)
    if (await isMemberByPhone(tx, { bandId: member.bandId, phone }))
      throw new AppError('conflict', invitationMessages.memberAlready)
    // A new text replaces the band's earlier invitations to the same number.
    await revokeInvitationsToPhone(tx, { ...member, phone })
    const recipient = { way: 'text', recipient: phone, address, name, membershipId: null } as const
    const expiresAt = await queueInvitation(services, tx, member, recipient)
    await logActivity(tx, member, { verb: 'invited_by_phone' })
    return { phone, expiresAt }
  })
}

/** Creates an invited card or reuses one, and queues its invitation mail. A new card with the role label "Admin" gets admin access. */
export async function inviteMember(
  services: Services,
  db: Db,
  member: MemberContext,
  { address, ...input }: NewMember & { address: string },
): Promise<Membership> {
  await refusePersonOverBudget(db, member.userId, invitationMessages.messagesTooManyFromYou)
  return inTransaction(db, async (tx) => {
    const inviter = await lockBandAsInviter(tx, member)
    const card = await addOrUpdateInvitedCard(tx, inviter, input)
    const recipient = { way: 'mail', recipient: input.email, address, name: null, membershipId: card.id } as const
    await queueInvitation(services, tx, member, recipient)
    await logActivity(tx, member, { verb: 'invited', aboutMembershipId: card.id, subject: input.displayName })
    return card
  })
}

type InvitationMessage = {
  way: 'text' | 'mail'
  recipient: string
  address: string
  name: string | null
  membershipId: string | null
}

/** Adds the invitation and its message; returns the expiry. Refuses it over a budget. Lock the band first: parallel messages count too. */
async function queueInvitation(
  services: Services,
  tx: Db,
  { bandId, userId }: MemberContext,
  { way, recipient, address: networkAddress, name, membershipId }: InvitationMessage,
): Promise<string> {
  const { invitationsTooMany, messagesTooManyFromYou, messagesTooManyFromHere, messagesTooManyToThem } =
    invitationMessages
  const commonFields = { purpose: 'invitation', way, bandId, causedBy: userId, networkAddress } as const
  // In lower case, because mail servers ignore the case of an address: each spelling counts towards the same budget.
  const countedRecipient = recipient.toLowerCase()
  await refuseRequestOverBudget(tx, services.config, {
    ...commonFields,
    recipients: [{ recipient: countedRecipient, sentence: messagesTooManyToThem }],
    sentences: {
      band: invitationsTooMany,
      person: messagesTooManyFromYou,
      network: messagesTooManyFromHere,
      installation: way === 'text' ? invitationMessages.textsUsedUp : invitationMessages.mailsUsedUp,
    },
  })
  const invitationId = randomUUIDv7()
  const expiresAt = await insertInvitation(tx, {
    id: invitationId,
    ...(way === 'text' ? { kind: 'phone', phone: recipient } : { kind: 'email', email: recipient }),
    tokenHash: null,
    bandId,
    invitedBy: userId,
    name,
    membershipId,
    maxUses: 1,
    days: limits.invitationDays,
  })
  const message = { ...commonFields, id: randomUUIDv7(), recipient: countedRecipient, isRequested: true }
  await addMessages(services, tx, [{ ...message, invitationId, membershipId, dueAt: services.clock.now() }])
  return expiresAt
}

/** Composes the text or mail, with a new token; null if the invitation is no longer open. */
export async function composeInvitation(
  { config }: Services,
  tx: Db,
  { way, invitationId }: Message,
): Promise<ComposedMessage | null> {
  const id = invitationId ?? ''
  const invitation = await lockInvitationToSend(tx, { id })
  if (!invitation) return null
  const token = newSecret()
  const { recipient: to, bandName, invitedBy, expiresAt: until } = invitation
  const content = { bandName, invitedBy, link: `${config.publicUrl}/invite/${token}`, until }
  return {
    content: way === 'text' ? { to, body: composeInvitationText(content) } : { to, ...composeInvitationMail(content) },
    onClaim: (claiming) => updateInvitationToken(claiming, { id, tokenHash: hashSecret(token) }),
  }
}
