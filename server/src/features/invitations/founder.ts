// Founder invitations that an operator sends to one number. The job generates the link when it sends the text.

import { randomUUIDv7 } from 'node:crypto'
import type { PhoneInvitation } from '@gaffer/domain/invitation'
import { limits } from '@gaffer/domain/limits'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import { insertMessage } from './message-store.ts'
import { sendInvitationJob } from './send-invitation.ts'
import { insertInvitation } from './store.ts'

export { inviteFounder } from './service.ts'

export function inviteFounderByPhone({ jobs }: Pick<Deps, 'jobs'>, db: Db, phone: string): Promise<PhoneInvitation> {
  return inTransaction(db, async (tx) => {
    const invitationId = randomUUIDv7()
    const terms = { kind: 'founder', tokenHash: null, bandId: null, invitedBy: null, maxUses: 1 } as const
    const expiresAt = await insertInvitation(tx, {
      ...terms,
      id: invitationId,
      phone,
      days: limits.founderInvitationDays,
    })
    const messageId = randomUUIDv7()
    await insertMessage(tx, {
      id: messageId,
      invitationId,
      bandId: null,
      channel: 'sms',
      recipient: phone,
      requestedBy: null,
      address: null,
    })
    await jobs.add(tx, sendInvitationJob, { messageId })
    return { phone, expiresAt: expiresAt.toISOString() }
  })
}
