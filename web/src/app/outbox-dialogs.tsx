// The dialogs of the outbox: the question before a sign-out, edit conflicts, and old and refused changes.

import { formatNotSent } from '@gaffer/domain/operations/not-sent-text'
import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import { messages } from '@gaffer/domain/shared/messages'
import { useSyncExternalStore, type ComponentType } from 'react'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { onOutboxStateChange, postponeChange, readOutboxState } from '#offline/outbox-state.ts'
import { sendWaitingChanges } from '#offline/page-outbox.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChartConflictDialog, MarkupConflictDialog } from '#features/charts/chart-conflict-dialog.tsx'
import { EventEditConflictDialog } from '#features/events/event-form/event-edit-conflict-dialog.tsx'
import { GigSheetEditConflictDialog } from '#features/gig-sheets/gig-sheet-edit-conflict-dialog.tsx'
import { PlayedEditConflictDialog } from '#features/played/played-edit-conflict-dialog.tsx'
import { removeChanges, updateChange, type OutboxChange } from '#offline/outbox-store.ts'
import type { WaitingEditConflict } from '#offline/waiting-edit-conflict-dialog.tsx'

const conflictDialogs: readonly [RegExp, ComponentType<WaitingEditConflict>][] = [
  [/\/events\/:eventId$/, EventEditConflictDialog],
  [/\/gig-sheet$/, GigSheetEditConflictDialog],
  [/\/charts\/:chartId$/, ChartConflictDialog],
  [/\/markup$/, MarkupConflictDialog],
  [/\/played$/, PlayedEditConflictDialog],
]

export function OutboxDialogs() {
  const { changes, postponed, signOutQuestion } = useSyncExternalStore(onOutboxStateChange, readOutboxState)
  const conflict = changes.find(({ id, problem }) => problem?.kind === 'conflict' && !postponed.includes(id))
  const refused = changes.filter(({ id, problem }) => problem?.kind === 'refused' && !postponed.includes(id))
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
  if (refused.length > 0) return <RefusedChangesDialog changes={refused} />
  const oldChanges = changes.filter(({ id, problem }) => problem?.kind === 'old' && !postponed.includes(id))
  if (oldChanges.length > 0) return <OldChangesDialog changes={oldChanges} />
  if (!conflict) return null
  const edits = changes.filter(
    ({ subjectId, endpoint }) => subjectId === conflict.subjectId && endpoint === conflict.endpoint,
  )
  const ConflictDialog = conflictDialogs.find(([ofEndpoint]) => ofEndpoint.test(conflict.endpoint))?.[1]
  if (!ConflictDialog) throw new Error(`No dialog for a clashing edit: ${conflict.endpoint}`)
  return <ConflictDialog key={conflict.id} conflict={conflict} edits={edits} />
}

/** Asks whether to send or delete changes that are older than the server keeps idempotency keys. They are sent with new keys. */
function OldChangesDialog({ changes }: { changes: readonly OutboxChange[] }) {
  async function send() {
    for (const { id } of changes) {
      await updateChange(id, { problem: null, madeAt: Date.now(), idempotencyKey: generateIdempotencyKey() })
    }
    await sendWaitingChanges()
  }
  return (
    <ConfirmDialog
      isOpen
      title={outboxMessages.askSendOld(changes.length)}
      text={messages.oldNotSent}
      confirmLabel="Send"
      confirmVariant="secondary"
      cancelLabel="Delete"
      saves={false}
      onConfirm={() => void send()}
      onCancel={() => void removeChanges(changes.map(({ id }) => id))}
      onDismiss={() => changes.forEach(({ id }) => postponeChange(id))}
    >
      <ul className="mt-3 grid grid-cols-1 gap-1">
        {changes.map(({ id, words, madeAt }) => (
          <li key={id} className="break-words">
            {words}, {formatRelativeTime(madeAt)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** OK deletes the changes. If the dialog is closed otherwise, they stay, and a banner opens the dialog again. */
function RefusedChangesDialog({ changes }: { changes: readonly OutboxChange[] }) {
  const ids = changes.map(({ id }) => id)
  return (
    <Dialog
      isOpen
      onClose={() => ids.forEach(postponeChange)}
      title={formatNotSent(changes.length)}
      footer={
        <Button isWide onClick={() => void removeChanges(ids)}>
          OK
        </Button>
      }
    >
      <ul className="grid grid-cols-1 gap-3">
        {changes.map((change) => (
          <li key={change.id} className="break-words">
            {change.problem?.kind === 'refused' && change.problem.text}
            <p className="mt-1 whitespace-pre-wrap text-muted empty:hidden">{writtenTextOf(change)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The fields that contain text of the member: of notes, events, answers, songs, charts, lifts and gig sheets. */
const memberTextFields = [
  'text',
  'note',
  'notes',
  'comment',
  'from',
  'address',
  'gettingThere',
  'gear',
  'hospitality',
  'feeNote',
] as const

/** The text that the member wrote in a refused change: the dialog is the last place where it can be copied. */
function writtenTextOf({ body }: OutboxChange): string {
  const { poll, ...fields } = (body ?? {}) as WrittenTexts
  const [text, ...others] = memberTextFields.map((field) => fields[field])
  return [text, ...(poll?.choices ?? []), ...others].filter(Boolean).join('\n')
}
type WrittenTexts = Partial<Record<(typeof memberTextFields)[number], string | null>> & {
  poll?: { choices: readonly string[] } | null
}
