// The button that confirms one date of an option group, after a dialog that names the members who have not answered. Undo restores all dates.

import type { AnsweredOption } from '@gaffer/domain/answers/best-option'
import type { BandEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { formatDate } from '@gaffer/domain/shared/dates'
import { shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import { useState } from 'react'
import { formatUnanswered } from '#features/answers/use-unanswered.ts'
import { eventName } from '#features/events/format-event.ts'
import { useChangeEvent } from '#features/events/queries.ts'
import { useEventChangeToast } from '#features/events/use-event-change-toast.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type Props = { option: AnsweredOption; bandId: string; isBest: boolean }

export function ConfirmOptionButton({ option: { event, answers }, bandId, isBest }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { send, isPending } = useChangeEvent(bandId, { title: eventMessages.eventStatusNotChanged })
  const showChangeToast = useEventChangeToast(bandId)
  const date = shortDateAndTime(event)

  async function confirm() {
    const saved = await send({ ...event, changes: { status: 'confirmed' } })
    setAsking(false)
    if (!saved) return
    void showChangeToast(
      { title: eventMessages.eventConfirmed, text: `${eventName(event)}, ${date}` },
      event,
      saved.reply,
    )
  }

  return (
    <>
      <Button
        variant={isBest ? 'primary' : 'secondary'}
        size="cell"
        saves
        aria-label={`Confirm ${date}`}
        isBusy={isPending}
        onClick={() => setAsking(true)}
      >
        Confirm
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={eventMessages.askConfirmOption(eventName(event), formatDate(event.date))}
        text={[formatUnanswered(answers), formatOtherOptions(event)].filter(Boolean).join(' ')}
        confirmLabel="Confirm event"
        confirmVariant="primary"
        cancelLabel="Not yet"
        isBusy={isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

function formatOtherOptions({ optionCount }: BandEvent): string | null {
  const otherCount = (optionCount ?? 1) - 1
  return otherCount > 0 ? eventMessages.confirmingCancels(otherCount) : null
}
