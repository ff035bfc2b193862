// Restores the objects that were deleted by the activity of a line.

import { messages } from '@gaffer/domain/messages'
import { useState } from 'react'
import { useRestoreWithToast } from '#components/restore/use-undo.ts'
import { Button } from '#ui/button.tsx'
import type { ActivityLine } from './group-song-activities.ts'

type Props = { bandId: string; restorable: NonNullable<ActivityLine['restorable']>; subject: string | null }

export function RestoreButton({ bandId, restorable: { kind, ids }, subject }: Props) {
  const restore = useRestoreWithToast()
  const [isBusy, setBusy] = useState(false)
  const text = ids.length > 1 ? messages.restoredCount(kind, ids.length) : (subject ?? undefined)

  async function press() {
    setBusy(true)
    await restore({ deleted: [kind === 'daysAway' ? { kind, bandId: null, ids } : { kind, bandId, ids }], text })
    setBusy(false)
  }

  return (
    <Button variant="secondary" size="sm" saves isBusy={isBusy} onClick={() => void press()}>
      Restore
      {text && <span className="sr-only"> {text}</span>}
    </Button>
  )
}
