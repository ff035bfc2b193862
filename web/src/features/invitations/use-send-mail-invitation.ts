import type { NewMemberInput } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { showToast } from '#ui/toast-store.ts'

/** Sends an invitation by mail, and shows the outcome in a toast. */
export function useSendMailInvitation(bandId: string, onSent: () => void) {
  const invite = useChange('POST /api/bands/:bandId/members/invite', {
    changes: 'invites',
    failure: { title: 'Error', text: bandMessages.memberNotInvited },
  })
  const { keyFor, renew } = useIdempotencyKeySource()

  async function send(body: NewMemberInput) {
    if (!(await invite.send({ params: { bandId }, body, idempotencyKey: keyFor(body) }))) return
    showToast({ title: bandMessages.memberInvited })
    onSent()
    renew()
  }

  return { send, isSending: invite.isPending }
}
