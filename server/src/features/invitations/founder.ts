// Founder invitations: made by a platform admin, by the operator's command, or at the start of a new installation.

import type { InvitationLink } from '@gaffer/domain/invitations/invitation'
import { limits } from '@gaffer/domain/shared/limits'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { createInvitationLink } from './by-link.ts'
import { hasAccounts, revokeFounderInvitations } from './store.ts'

export function inviteFounder(
  { config }: Pick<Services, 'config'>,
  db: Db,
  invitedBy: AuthenticatedUser | null,
): Promise<InvitationLink> {
  return createInvitationLink(config.publicUrl, db, {
    kind: 'founder',
    bandId: null,
    invitedBy: invitedBy?.userId ?? null,
    maxUses: 1,
    days: limits.founderInvitationDays,
  })
}

/** Replaces the founder link of an installation without accounts; returns null if there is an account. */
export async function inviteFirstFounder(services: Services): Promise<InvitationLink | null> {
  return inTransaction(services.db, async (tx) => {
    // When two servers start in parallel, only the later link works.
    await acquireAdvisoryLocks(tx, 'first founder')
    if (await hasAccounts(tx, {})) return null
    await revokeFounderInvitations(tx, {})
    return inviteFounder(services, tx, null)
  })
}
