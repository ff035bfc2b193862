// The buttons that confirm, pencil or cancel an event.

import type { CalendarEntry, EventStatus } from '@gaffer/domain/events/event'
import { formatDate } from '@gaffer/domain/shared/dates'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { CalendarX2, CircleCheckBig, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useChangeEvent, owningBandId } from '#features/events/queries.ts'
import { eventName } from '#features/events/format-event.ts'
import { useEventChangeToast } from '#features/events/use-event-change-toast.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'

const toastTitles: Record<EventStatus, string> = {
  confirmed: eventMessages.eventConfirmed,
  tentative: eventMessages.eventPencilled,
  cancelled: eventMessages.eventCancelled,
}

type Props = {
  event: CalendarEntry
  /** Names the members who have not answered a pencilled option; null for any other event, and while the answers load. */
  unanswered: string | null
  onChanged: (stored: CalendarEntry) => void
}

export function StatusActions(props: Props) {
  return (
    <OfflineSavingProvider>
      <StatusButtons {...props} />
    </OfflineSavingProvider>
  )
}

function StatusButtons({ event, unanswered, onChanged }: Props) {
  const bandId = owningBandId(event)
  const { send, isPending } = useChangeEvent(bandId, { title: eventMessages.eventStatusNotChanged })
  const showChangeToast = useEventChangeToast(bandId)
  const [askedStatus, setAskedStatus] = useState<'confirmed' | 'cancelled' | null>(null)
  const otherOptionCount = (event.optionCount ?? 1) - 1

  async function saveStatus(status: EventStatus) {
    const saved = await send({ ...event, changes: { status } })
    if (saved) {
      onChanged(saved.reply)
      void showChangeToast({ title: toastTitles[status], text: eventName(event) }, event, saved.reply)
    }
    setAskedStatus(null)
  }

  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2">
      {event.status !== 'confirmed' && (
        <Button
          variant={event.status === 'tentative' ? 'primary' : 'secondary'}
          size="narrow"
          saves
          isBusy={isPending}
          onClick={() => (otherOptionCount > 0 ? setAskedStatus('confirmed') : void saveStatus('confirmed'))}
        >
          <CircleCheckBig aria-hidden="true" className="hidden size-5 sm:block" />
          Confirm event
        </Button>
      )}
      {event.status !== 'tentative' && (
        <Button variant="secondary" size="narrow" saves isBusy={isPending} onClick={() => void saveStatus('tentative')}>
          <PencilLine aria-hidden="true" className="hidden size-5 sm:block" />
          Pencil it
        </Button>
      )}
      {event.status !== 'cancelled' && (
        <Button variant="secondary" size="narrow" saves isBusy={isPending} onClick={() => setAskedStatus('cancelled')}>
          <CalendarX2 aria-hidden="true" className="hidden size-5 sm:block" />
          Cancel event
        </Button>
      )}
      <ConfirmDialog
        isOpen={askedStatus === 'cancelled'}
        title={eventMessages.askCancelEvent(eventName(event))}
        text={eventMessages.cancellingTells}
        confirmLabel="Cancel event"
        cancelLabel="Keep it"
        isBusy={isPending}
        onConfirm={() => void saveStatus('cancelled')}
        onCancel={() => setAskedStatus(null)}
      />
      <ConfirmDialog
        isOpen={askedStatus === 'confirmed'}
        title={eventMessages.askConfirmOption(eventName(event), formatDate(event.date))}
        text={[unanswered, eventMessages.confirmingCancels(otherOptionCount)].filter(Boolean).join(' ')}
        confirmLabel="Confirm event"
        confirmVariant="primary"
        cancelLabel="Not yet"
        isBusy={isPending}
        onConfirm={() => void saveStatus('confirmed')}
        onCancel={() => setAskedStatus(null)}
      />
    </div>
  )
}
