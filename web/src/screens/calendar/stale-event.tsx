// Two members edited one event: the second sees what the first made of it, and keeps either. Nobody's other fields go.

import { messages } from '@gaffer/domain/messages'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DraftFields } from './event-draft.ts'
import { differencesOf } from './event-differences.ts'

type Props = {
  isOpen: boolean
  before: DraftFields
  mine: DraftFields
  theirs: DraftFields
  isBusy: boolean
  onKeepMine: () => void
  onKeepTheirs: () => void
  onClose: () => void
}

export function StaleEvent({ isOpen, before, mine, theirs, isBusy, onKeepMine, onKeepTheirs, onClose }: Props) {
  const differences = differencesOf(before, mine, theirs)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.stale}
      description={
        differences.length > 0
          ? 'Yours and theirs differ here. What you did not touch stays as they left it.'
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
        {differences.map((field) => (
          <div key={field.label}>
            <dt className="text-sm font-semibold text-muted">{field.label}</dt>
            <dd className="break-words">
              <span className="text-muted">Theirs: </span>
              {field.theirs}
            </dd>
            <dd className="break-words">
              <span className="text-muted">{field.mine === null ? 'Before: ' : 'Yours: '}</span>
              {field.mine ?? field.before}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
