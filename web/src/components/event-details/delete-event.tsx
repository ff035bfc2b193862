// The buttons beneath an event's details: edit, and delete in two steps.

import type { Event } from '@gaffer/domain/event'
import { messages } from '@gaffer/domain/messages'
import { Trash2 } from 'lucide-react'
import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { readStoredEvent, useDeleteEvent, useRefreshCalendars } from '#api/events.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { eventNameAndDates } from '#components/format-event.ts'
import { Button } from '#ui/button.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { useInputDelay } from '#ui/use-input-delay.ts'
import { owningBandId } from './owning-band.ts'
import { SeriesScopeField, useDeleteLater, type SeriesScope } from './delete-later.tsx'
import { useUndoDeletion } from './use-undo-deletion.ts'

type Props = { event: Event; edit: ReactNode; onDeleted: () => void; onChanged: (stored: Event) => void }

export function DeleteEvent({ event, edit, onDeleted, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteEvent(owningBandId(event))
  const refreshCalendars = useRefreshCalendars()
  const undoDeletion = useUndoDeletion()
  const isReady = useInputDelay(isAsking)

  const later = useDeleteLater(event)
  const [scope, setScope] = useState<SeriesScope>('one')

  async function press() {
    if (!isAsking) return setAsking(true)
    if (!isReady) return
    try {
      if (scope === 'later') {
        await later.deleteLater()
        return onDeleted()
      }
      await remove.mutateAsync(event)
      showToast({ ...messages.eventDeletedToast, detail: eventNameAndDates(event), ...undoDeletion([event]) })
      onDeleted()
    } catch (error) {
      const { title, text } = messages.calendarEventNotDeleted
      showFailure({ title, text: getErrorMessage(error, text) })
      setAsking(false)
      await showAsItStands()
    }
  }

  /** Shows the stored event after a failed deletion. A failed read is ignored: a toast already shows the failure. */
  async function showAsItStands() {
    const stored = await readStoredEvent(owningBandId(event), event).catch(() => undefined)
    if (stored) onChanged(stored)
    await refreshCalendars()
  }

  return (
    <div className="grid gap-3">
      <output className={isAsking ? 'block font-medium' : 'sr-only'}>
        {isAsking ? messages.confirmDeleteEvent : ''}
      </output>
      {isAsking && event.seriesId && <SeriesScopeField scope={scope} onChange={setScope} />}
      <div className={clsx('flex flex-wrap gap-3 *:flex-1 *:basis-26', isAsking && !isReady && 'pointer-events-none')}>
        {isAsking ? (
          <Button variant="secondary" size="narrow" onClick={() => setAsking(false)}>
            Keep
          </Button>
        ) : (
          edit
        )}
        <Button
          variant={isAsking ? 'danger' : 'secondary'}
          size="narrow"
          saves
          isBusy={remove.isPending || later.isPending}
          onClick={() => void press()}
        >
          {!isAsking && <Trash2 aria-hidden="true" className="size-5" />}
          {isAsking ? 'Confirm' : 'Delete'}
        </Button>
      </div>
    </div>
  )
}
