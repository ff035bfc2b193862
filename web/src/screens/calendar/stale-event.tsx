// Two members edited one event: the second sees what the first made of it, and keeps either.

import { messages } from '@gaffer/domain/messages'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DraftFields } from './event-draft.ts'
import { differencesOf } from './event-differences.ts'

type Props = {
  isOpen: boolean
  mine: DraftFields
  theirs: DraftFields
  isBusy: boolean
  onKeepMine: () => void
  onKeepTheirs: () => void
  onClose: () => void
}

export function StaleEvent({ isOpen, mine, theirs, isBusy, onKeepMine, onKeepTheirs, onClose }: Props) {
  const differences = differencesOf(mine, theirs)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.stale}
      description={
        differences.length > 0
          ? 'This is where your version and theirs differ.'
          : 'They made the very changes that you made.'
      }
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onKeepTheirs}>
            Keep theirs
          </Button>
          <Button isBusy={isBusy} onClick={onKeepMine}>
            Keep mine
          </Button>
        </div>
      }
    >
      <dl className="grid gap-4">
        {differences.map(({ label, mine: ours, theirs: others }) => (
          <div key={label}>
            <dt className="text-sm font-semibold text-muted">{label}</dt>
            <dd className="break-words">
              <span className="text-muted">Theirs: </span>
              {others}
            </dd>
            <dd className="break-words">
              <span className="text-muted">Yours: </span>
              {ours}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
