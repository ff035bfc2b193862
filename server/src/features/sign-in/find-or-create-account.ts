// Finds or creates the account of a verified number, and accepts an invitation. Callers verify the number or identity, and begin the
// session.

import { randomUUIDv7 } from 'node:crypto'
import type { User } from '@gaffer/domain/sign-in/user'
import type { Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import {
  findInvitationForSignIn,
  lockUserIfRoomForInvitation,
  redeemInvitation,
} from '#features/invitations/service.ts'
import { findUserByPhone, insertUser } from './user-store.ts'

export type SignedInAccount = { user: User; joinedBandId: string | null }

/**
 * Returns the account of a verified number; null when there is no account and no open invitation. A new account accepts the
 * invitation that the browser holds, or an invitation that was texted to the number.
 */
export async function findOrCreateAccount(
  tx: Db,
  phone: string,
  heldToken: string | undefined,
): Promise<SignedInAccount | null> {
  const account = await findUserByPhone(tx, phone)
  if (account) return acceptHeldInvitation(tx, account, heldToken)
  const invitation = await findInvitationForSignIn(tx, { heldToken, phone })
  if (!invitation) return null
  await acquireAdvisoryLocks(tx, 'first account')
  const user = await insertUser(tx, { id: randomUUIDv7(), phone })
  return { user, joinedBandId: await redeemInvitation(tx, invitation, user.id) }
}

/**
 * An existing account accepts an invitation only if its browser holds one: the held invitation, or an invitation that the same band
 * texted to the number of the account. A user at the band limit signs in without joining.
 */
export async function acceptHeldInvitation(
  tx: Db,
  user: User,
  heldToken: string | undefined,
): Promise<SignedInAccount> {
  const invitation = heldToken ? await findInvitationForSignIn(tx, { heldToken, phone: user.phone }) : undefined
  const canJoin = invitation !== undefined && (await lockUserIfRoomForInvitation(tx, invitation, user.id))
  return { user, joinedBandId: canJoin ? await redeemInvitation(tx, invitation, user.id) : null }
}
