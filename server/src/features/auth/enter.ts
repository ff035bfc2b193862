// Who comes in: the account of a proven number or identity, made now if an invitation lets it in, and the band that
// the invitation leads to. Knows no codes and no sessions.

import { randomUUIDv7 } from 'node:crypto'
import type { User } from '@gaffer/domain/user'
import type { Db } from '#platform/db/connection.ts'
import { lockSubject } from '#platform/db/rate-limit.ts'
import { findInvitationFor, hasRoomFor, redeem } from '#features/invites/service.ts'
import { addAccount, findAccountByPhone } from '#features/me/service.ts'

export type Entered = { user: User; joinedBandId: string | null }

/**
 * The account of a proven number; null when there is none and no live invitation. A newcomer joins by the invitation
 * that the browser holds or the one sent to their number.
 */
export async function enterByPhone(tx: Db, phone: string, heldToken: string | undefined): Promise<Entered | null> {
  const account = await findAccountByPhone(tx, phone)
  if (account) return enterAccount(tx, account, heldToken)
  const invitation = await findInvitationFor(tx, { heldToken, phone })
  if (!invitation) return null
  await lockSubject(tx, 'first account')
  const user = await addAccount(tx, { id: randomUUIDv7(), phone })
  return { user, joinedBandId: await redeem(tx, invitation, user.id) }
}

/** An account joins only by the link that its browser holds. A member of too many bands signs in all the same. */
export async function enterAccount(tx: Db, user: User, heldToken: string | undefined): Promise<Entered> {
  const invitation = heldToken ? await findInvitationFor(tx, { heldToken, phone: user.phone }) : undefined
  const joins = invitation !== undefined && (await hasRoomFor(tx, invitation, user.id))
  return { user, joinedBandId: joins ? await redeem(tx, invitation, user.id) : null }
}
