// Two members changed the settings: the second sees who was first and with what, and keeps either.

import type { Band } from '@gaffer/domain/band'
import { messages } from '@gaffer/domain/messages'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { differencesOf, draftOf, type SettingsDraft } from './settings-draft.ts'

type Props = {
  theirs: Band
  changedBy: string | null
  before: SettingsDraft
  mine: SettingsDraft
  isBusy: boolean
  onKeepMine: () => void
  onKeepTheirs: () => void
  onClose: () => void
}

export function StaleSettings({ theirs, changedBy, before, mine, isBusy, onKeepMine, onKeepTheirs, onClose }: Props) {
  const differences = differencesOf(before, mine, draftOf(theirs))
  const who = changedBy ?? 'Somebody'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={messages.stale}
      description={
        differences.length > 0
          ? `${who} saved the settings while you had them open. Yours and theirs differ here.`
          : `${who} saved the settings while you had them open, but touched nothing that you did.`
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
              <span className="text-muted">Yours: </span>
              {field.mine}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
