// The dialog for an edit conflict (412): the member whose save was refused sees the differences, and keeps either version.

import { messages } from '@gaffer/domain/shared/messages'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** A field in which the versions differ, and its value in each version as text. */
export type FieldDifference = { label: string; sides: readonly { side: 'Theirs' | 'Yours' | 'Before'; text: string }[] }

type Props = {
  title?: string
  /** Names the member who saved first, and says what that means for this member's edit. */
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
            {sides.map(({ side, text }) => (
              <dd key={side} className="break-words">
                <span className="text-muted">{side}: </span>
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
