import { randomUUIDv7 } from 'node:crypto'
import type { PhoneInvitation } from '@gaffer/domain/invitations/invitation'
import type { Membership, NewMember } from '@gaffer/domain/bands/member'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import { logActivity } from '#features/activity/service.ts'
import { parseUkMobile } from '#features/messages/uk-mobile.ts'
import { addOrUpdateInvitedCard } from '#features/bands/joining.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { NewMessage } from './message-store.ts'
import { refuseMessageOverBudget, refuseUserOverBudget } from './message-budgets.ts'
import { lockBandAsInviter } from '#features/bands/member-service.ts'
import { queueInvitation } from './send-invitation.ts'
import { isMemberByPhone, revokeInvitationsToPhone } from './store.ts'

export async function inviteByPhone(
  services: Services,
  db: Db,
  member: MemberContext,
  { phone: input, name, address }: { phone: string; name: string | null; address: string },
): Promise<PhoneInvitation> {
  const phone = parseUkMobile(services, input)
  await refuseUserOverBudget(db, member.userId)
  return inTransaction(db, async (tx) => {
    await lockBandAsInviter(tx, member)
    if (await isMemberByPhone(tx, { bandId: member.bandId, phone }))
      throw new AppError('conflict', invitationMessages.memberAlready)
    // A new text replaces older ones to the same number.
    await revokeInvitationsToPhone(tx, { ...member, phone })
    const expiresAt = await inviteTo(services, tx, member, {
      channel: 'sms',
      recipient: phone,
      address,
      name,
      membershipId: null,
    })
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
  await refuseUserOverBudget(db, member.userId)
  return inTransaction(db, async (tx) => {
    const inviter = await lockBandAsInviter(tx, member)
    const card = await addOrUpdateInvitedCard(tx, inviter, input)
    await inviteTo(services, tx, member, {
      channel: 'mail',
      recipient: input.email,
      address,
      name: null,
      membershipId: card.id,
    })
    await logActivity(tx, member, { verb: 'invited', aboutMembershipId: card.id, subject: input.displayName })
    return card
  })
}

type Delivery = Pick<NewMessage, 'channel' | 'recipient' | 'address' | 'membershipId'> & { name: string | null }

/** The transaction must have locked the band, so that parallel messages are counted. */
async function inviteTo(
  services: Services,
  tx: Db,
  { bandId, userId }: MemberContext,
  { name, ...delivery }: Delivery,
): Promise<string> {
  const message = { ...delivery, id: randomUUIDv7(), invitationId: randomUUIDv7(), bandId, requestedBy: userId }
  await refuseMessageOverBudget(tx, services.config, message)
  return queueInvitation(services, tx, message, name)
}
