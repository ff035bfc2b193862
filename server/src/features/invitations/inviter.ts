// Checks the permission to invite again, under the lock of the band: the guard checked it without a lock.

import { canInvite } from '@gaffer/domain/access'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Db } from '#platform/db/connection.ts'
import { lockBandAsMember } from '#features/members/service.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

/** Locks the band and refuses a caller who may no longer invite. */
export async function lockInviter(tx: Db, member: MemberContext): Promise<MemberContext> {
  const now = await lockBandAsMember(tx, member)
  if (!canInvite(now)) throw new AppError('not_allowed', messages.notAllowed)
  return now
}
