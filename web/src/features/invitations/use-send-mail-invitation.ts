import type { NewMemberInput } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useInviteByEmail } from '#features/bands/members.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { showFailureToast, showToast } from '#ui/toast-store.ts'

/** Sends an invitation by mail, and shows the outcome in a toast. */
export function useSendMailInvitation(bandId: string, onSent: () => void) {
  const invite = useInviteByEmail(bandId)
  const { keyFor, renew } = useIdempotencyKeySource()

  async function send(body: NewMemberInput) {
    try {
      await invite.mutateAsync({ body, idempotencyKey: keyFor(body) })
      showToast({ title: bandMessages.memberInvited })
      onSent()
      renew()
    } catch (error) {
      showFailureToast({ title: 'Error', text: getErrorMessage(error, bandMessages.memberNotInvited) })
    }
  }

  return { send, isSending: invite.isPending }
}
