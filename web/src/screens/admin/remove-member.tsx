// Asks before a member goes, and says what goes with them.

import type { Membership } from '@gaffer/domain/member'
import { messages } from '@gaffer/domain/messages'
import { useRemoveMember } from '#data/members.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'

type Props = { bandId: string; member: Membership; onClose: () => void }

export function RemoveMember({ bandId, member, onClose }: Props) {
  const remove = useRemoveMember(bandId)
  const { displayName, status } = member

  async function confirm() {
    try {
      await remove.mutateAsync(member.id)
      showToast({ title: messages.memberRemoved })
    } catch (error) {
      showFailure({ title: 'Error', text: sentenceOf(error, messages.memberNotRemoved) })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${displayName} from the band?`}
      text={
        status === 'invited'
          ? 'They have not joined yet. Their invitation stops working. This cannot be undone.'
          : `This deletes ${displayName}'s events and availability entries, their readiness and their vetoes. Their calendar feed stops, and so do the band's invite links. This cannot be undone.`
      }
      confirmLabel="Remove"
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
