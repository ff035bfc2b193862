import { randomUUIDv7 } from 'node:crypto'
import { accessFromLabel, canRemove } from '@gaffer/domain/access'
import { defaultColor, defaultIcon } from '@gaffer/domain/band-icons'
import type { Event } from '@gaffer/domain/event'
import type { MemberRemoval, Membership, NewMember } from '@gaffer/domain/member'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import { logActivity } from '#features/activity/service.ts'
import { removeMembership } from '#features/bands/leaving.ts'
import { findMembership, lockBandFor } from '#features/bands/service.ts'
import { listEventsOfMember } from '#features/events/service.ts'
import { endLinksKnownTo, lockInvitationOfCard, inviteByMessage } from '#features/invitations/by-message.ts'
import { lockInviter } from '#features/invitations/inviter.ts'
import { refuseSpentPerson } from '#features/invitations/message-budgets.ts'
import type { MemberContext } from '#platform/auth-context.ts'
import { deleteLapsedCards, insertInvitedMember, isInvited } from './store.ts'

/** Creates an invited card and mails its invitation. The role label "Admin" grants admin access. */
export async function inviteMember(
  deps: Deps,
  db: Db,
  member: MemberContext,
  { address, ...input }: NewMember & { address: string },
): Promise<Membership> {
  await refuseSpentPerson(db, member.userId)
  return inTransaction(db, async (tx) => {
    await lockInviter(tx, member)
    await deleteLapsedCards(tx, member, input.email)
    if (await isInvited(tx, member, input.email)) throw new AppError('conflict', messages.invitedAlready)
    const id = randomUUIDv7()
    const { icon = defaultIcon, color = defaultColor } = input
    await insertInvitedMember(tx, member, { ...input, id, icon, color, access: accessFromLabel(input.role) })
    const recipient = input.email
    await inviteByMessage(deps, tx, member, { channel: 'mail', recipient, address, membershipId: id })
    await logActivity(tx, member, { verb: 'invited', aboutMembershipId: id, subject: input.displayName })
    return (await findMembership(tx, member.bandId, id)) as Membership
  })
}

/** Events that removing the member would delete, past and future. */
export async function listMemberEvents(db: Db, member: MemberContext, memberId: string): Promise<Event[]> {
  const target = await findMembership(db, member.bandId, memberId)
  if (!target) throw new AppError('not_found', messages.notFound)
  return listEventsOfMember(db, member, target)
}

/** Removes a member and their entries except the events to keep, and revokes the invitations that they know. */
export async function removeMember(
  db: Db,
  member: MemberContext,
  memberId: string,
  { keepEventIds }: MemberRemoval,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockInvitationOfCard(tx, member, memberId)
    const access = await lockBandFor(tx, member)
    const target = await findMembership(tx, member.bandId, memberId)
    if (!access || !target) throw new AppError('not_found', messages.notFound)
    const actor = { ...member, access }
    if (!canRemove(actor, target)) throw new AppError('not_allowed', whyNot(actor, target))
    await logRemoval(tx, member, target)
    if (target.userId) await endLinksKnownTo(tx, member, target.userId)
    await removeMembership(tx, { bandId: member.bandId, membershipId: memberId }, { by: member, keepEventIds })
  })
}

function whyNot(actor: MemberContext, target: Membership): string {
  if (target.id === actor.membershipId) return messages.notYourself
  return actor.access === 'admin' ? messages.onlyOwnersRemoveOwners : messages.notAllowed
}

async function logRemoval(tx: Db, member: MemberContext, { id, userId, displayName }: Membership): Promise<void> {
  const who = userId ? { aboutUserId: userId } : { aboutMembershipId: id, subject: displayName }
  await logActivity(tx, member, { verb: 'removed', ...who })
}
