// The dialogs of the outbox: the question before a sign-out, edit conflicts, and refused changes.

import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import { useSyncExternalStore } from 'react'
import { onOutboxStateChange, readOutboxState } from '#offline/outbox-state.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EventEditConflictDialog } from '#features/events/event-form/event-edit-conflict-dialog.tsx'
import { GigSheetEditConflictDialog } from '#features/gig-sheets/gig-sheet-edit-conflict-dialog.tsx'
import { removeChanges, type OutboxChange } from '#offline/outbox-store.ts'

export function OutboxDialogs() {
  const { changes, postponed, signOutQuestion } = useSyncExternalStore(onOutboxStateChange, readOutboxState)
  const conflict = changes.find(({ id, problem }) => problem?.kind === 'conflict' && !postponed.includes(id))
  const refused = changes.filter(({ problem }) => problem?.kind === 'refused')
  if (signOutQuestion !== null) {
    return (
      <ConfirmDialog
        isOpen
        title={outboxMessages.askSignOut(changes.length)}
        text={outboxMessages.signOutLoses}
        confirmLabel="Sign out"
        cancelLabel="Stay signed in"
        saves={false}
        onConfirm={() => signOutQuestion(true)}
        onCancel={() => signOutQuestion(false)}
      />
    )
  }
  if (refused.length > 0) return <Refused changes={refused} />
  if (!conflict) return null
  const edits = changes.filter(
    ({ subjectId, endpoint }) => subjectId === conflict.subjectId && endpoint === conflict.endpoint,
  )
  const Conflict = conflict.endpoint.endsWith('/gig-sheet') ? GigSheetEditConflictDialog : EventEditConflictDialog
  return <Conflict key={conflict.id} conflict={conflict} edits={edits} />
}

function Refused({ changes }: { changes: readonly OutboxChange[] }) {
  const close = () => void removeChanges(changes.map(({ id }) => id))
  return (
    <Dialog
      isOpen
      onClose={close}
      title={outboxMessages.notSent(changes.length)}
      footer={
        <Button isWide onClick={close}>
          OK
        </Button>
      }
    >
      <ul className="grid grid-cols-1 gap-3">
        {changes.map(({ id, problem }) => (
          <li key={id} className="break-words">
            {problem?.kind === 'refused' && problem.text}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
