import type { Membership } from '@gaffer/domain/bands/member'
import { messages } from '@gaffer/domain/shared/messages'
import { useChangeMember, type MemberChangesBody } from '#features/bands/members.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { showFailureToast, showToast } from '#ui/toast-store.ts'

/** Saves changes of a member, and shows the outcome in a toast. */
export function useSaveMember({ id, bandId }: Membership, onSaved: () => void) {
  const change = useChangeMember(bandId)

  async function save(changes: MemberChangesBody, title: string) {
    try {
      await change.mutateAsync({ memberId: id, changes })
      showToast({ title })
      onSaved()
    } catch (error) {
      showFailureToast({ title: 'Error', text: getErrorMessage(error, messages.tryAgain) })
    }
  }

  return { save, isSaving: change.isPending }
}
