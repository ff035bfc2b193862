import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { InvitationLink } from '@gaffer/domain/invitations/invitation'
import { limits } from '@gaffer/domain/shared/limits'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import { logActivity } from '#features/activity/service.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { lockBandAsInviter } from '#features/bands/member-service.ts'
import { isOpenLinkLimitReached, insertInvitation, type NewInvitation } from './store.ts'

export async function inviteByLink(
  { config }: Services,
  db: Db,
  member: MemberContext,
  { note }: { note: string | null },
): Promise<InvitationLink> {
  const { bandId, userId } = member
  const { generalInvitationUses: maxUses, invitationDays: days } = limits
  return inTransaction(db, async (tx) => {
    // The lock waits for a removal in progress: a removed member must not create a link to rejoin.
    await lockBandAsInviter(tx, member)
    if (await isOpenLinkLimitReached(tx, member)) throw new AppError('conflict', invitationMessages.openLinksTooMany)
    await logActivity(tx, member, { verb: 'invited_by_link' })
    const terms = { kind: 'general', bandId, invitedBy: userId, maxUses, days, note } as const
    return createInvitationLink(config.publicUrl, tx, terms)
  })
}

export async function createInvitationLink(
  publicUrl: string,
  db: Db,
  terms: Omit<NewInvitation, 'id' | 'tokenHash'>,
): Promise<InvitationLink> {
  const token = newSecret()
  const expiresAt = await insertInvitation(db, { ...terms, id: randomUUIDv7(), tokenHash: hashSecret(token) })
  return { inviteLink: `${publicUrl}/invite/${token}`, expiresAt }
}
