// Repeats the guard's check under the band lock: the caller may have been demoted or removed meanwhile.

import { canInvite } from '@gaffer/domain/access'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import { lockBandFor } from '#features/bands/service.ts'
import type { ActingMember } from '#http/gate/gates.ts'

/** Locks the band and refuses a caller who may no longer invite. */
export async function lockInviter(tx: Db, acting: ActingMember): Promise<ActingMember> {
  const access = await lockBandFor(tx, acting)
  if (!access) throw new Refusal('not_found', messages.notFound)
  const now = { ...acting, access }
  if (!canInvite(now)) throw new Refusal('not_allowed', messages.notAllowed)
  return now
}
