// Restores the objects that were deleted by the activity of a line. The events of a former member can be chosen one by one.

import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useState } from 'react'
import { useRestoreWithToast } from '#features/events/use-undo.ts'
import { Button } from '#ui/button.tsx'
import type { ActivityLine } from '#features/activity/group-song-activities.ts'
import { RestoreEventsDialog } from './restore-events-dialog.tsx'

type Props = { bandId: string; restorable: NonNullable<ActivityLine['restorable']>; subject: string | null }

export function RestoreButton({ bandId, restorable: { kind, ids, events }, subject }: Props) {
  const restoreWithToast = useRestoreWithToast()
  const [isBusy, setBusy] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const text =
    ids.length > 1 ? eventMessages.restoredCount(kind, ids.length) : (events?.[0]?.subject ?? subject ?? undefined)

  const restore = (chosen: readonly string[], name: string | undefined) =>
    restoreWithToast({
      deleted: [kind === 'daysAway' ? { kind, bandId: null, ids: chosen } : { kind, bandId, ids: chosen }],
      text: name ?? text,
    })

  async function press() {
    if (events && events.length > 1) return setChoosing(true)
    setBusy(true)
    await restore(ids, text)
    setBusy(false)
  }

  return (
    <>
      <Button variant="secondary" size="sm" saves isBusy={isBusy} onClick={() => void press()}>
        Restore
        {text && <span className="sr-only"> {text}</span>}
      </Button>
      {isChoosing && events && <RestoreEventsDialog {...{ events, restore }} onClose={() => setChoosing(false)} />}
    </>
  )
}
