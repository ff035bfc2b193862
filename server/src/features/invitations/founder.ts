// Founder invitations: of a platform admin, of the operator's command, and of a new installation.

import { randomUUIDv7 } from 'node:crypto'
import type { InvitationLink, PhoneInvitation } from '@gaffer/domain/invitation'
import { limits } from '@gaffer/domain/limits'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { createLink } from './by-link.ts'
import { queueInvitation } from './send-invitation.ts'
import { hasNoAccounts, lockFirstFounder, revokeFounderInvitations } from './store.ts'

/** With a phone, only that number can accept it. */
export function inviteFounder(
  { config }: Pick<Deps, 'config'>,
  db: Db,
  invitedBy: AuthenticatedUser | null,
  phone: string | null = null,
): Promise<InvitationLink> {
  return createLink(config.publicUrl, db, {
    kind: 'founder',
    bandId: null,
    invitedBy: invitedBy?.userId ?? null,
    phone,
    maxUses: 1,
    days: limits.founderInvitationDays,
  })
}

/** Replaces the founder link of an installation without accounts; null when there is an account. */
export async function inviteFirstFounder(deps: Deps): Promise<InvitationLink | null> {
  return inTransaction(deps.db, async (tx) => {
    // When two servers start in parallel, only the later link works.
    await lockFirstFounder(tx)
    if (!(await hasNoAccounts(tx))) return null
    await revokeFounderInvitations(tx)
    return inviteFounder(deps, tx, null)
  })
}

/** Sends the link by text. Only that number can accept it. */
export function inviteFounderByPhone({ jobs }: Pick<Deps, 'jobs'>, db: Db, phone: string): Promise<PhoneInvitation> {
  return inTransaction(db, async (tx) => {
    const ids = { id: randomUUIDv7(), invitationId: randomUUIDv7() }
    const message = {
      ...ids,
      bandId: null,
      channel: 'sms',
      recipient: phone,
      requestedBy: null,
      address: null,
    } as const
    const expiresAt = await queueInvitation({ jobs }, tx, message, {
      kind: 'founder',
      days: limits.founderInvitationDays,
    })
    return { phone, expiresAt: expiresAt.toISOString() }
  })
}
