// Two members changed one thing: the second sees who was first and with what, and keeps either. Knows nothing of what it is.

import { messages } from '@gaffer/domain/messages'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** A field in which the two differ, and what it is on each side, in words. */
export type FieldDifference = { label: string; sides: readonly { of: 'Theirs' | 'Yours' | 'Before'; is: string }[] }

type Props = {
  title?: string
  /** Who was first, and what that means for the member's own edit. */
  description: string
  differences: readonly FieldDifference[]
  isBusy: boolean
  onKeepMine: () => void
  onKeepTheirs: () => void
  onClose: () => void
}

export function EditConflictDialog({
  title = messages.stale,
  description,
  differences,
  isBusy,
  onKeepMine,
  onKeepTheirs,
  onClose,
}: Props) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onKeepTheirs}>
            Keep theirs
          </Button>
          <Button saves isBusy={isBusy} onClick={onKeepMine}>
            Keep mine
          </Button>
        </div>
      }
    >
      <dl className="grid gap-4">
        {differences.map(({ label, sides }) => (
          <div key={label}>
            <dt className="text-sm font-semibold text-muted">{label}</dt>
            {sides.map(({ of, is }) => (
              <dd key={of} className="break-words">
                <span className="text-muted">{of}: </span>
                {is}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
