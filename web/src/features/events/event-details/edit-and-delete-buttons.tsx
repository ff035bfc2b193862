// The buttons beneath an event's details: edit, and delete in two steps.

import { eventMessages } from '@gaffer/domain/events/event-messages'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { Trash2 } from 'lucide-react'
import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import {
  fetchEventUncached,
  useDeleteEvent,
  useInvalidateEventLists,
  fetchSeriesEventsFrom,
  owningBandId,
} from '#features/events/queries.ts'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useIsInputReady } from '#ui/use-input-delay.ts'
import { showFailure } from '#lib/show-failure.ts'
import { useChange } from '#offline/use-change.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { useEventUndoToastFactory } from './use-event-undo-toast-factory.ts'

type Props = {
  event: CalendarEntry
  edit: ReactNode
  onDeleted: () => void
  onChanged: (stored: CalendarEntry) => void
}

export function EditAndDeleteButtons({ event, edit, onDeleted, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteEvent(owningBandId(event))
  const refreshCalendars = useInvalidateEventLists()
  const undoDeletion = useEventUndoToastFactory()
  const isReady = useIsInputReady(isAsking)

  const seriesDeletion = useDeleteThisAndLater(event)
  const [scope, setScope] = useState<SeriesDeletionScope>('one')

  async function askOrDelete() {
    if (!isAsking) return setAsking(true)
    if (!isReady) return
    if (scope === 'later' ? await seriesDeletion.deleteLater() : await deleteOne()) return onDeleted()
    setAsking(false)
    await showStoredEvent()
  }

  /** Deletes only this event; resolves to whether that succeeded. */
  async function deleteOne(): Promise<boolean> {
    if (!(await remove.send(event))) return false
    showToast({ ...eventMessages.eventDeletedToast, detail: formatEventNameAndDates(event), ...undoDeletion([event]) })
    return true
  }

  /** Shows the stored event after a failed deletion. A failed read is ignored, because a toast has already shown that the deletion failed. */
  async function showStoredEvent() {
    const stored = await fetchEventUncached(owningBandId(event), event).catch(() => undefined)
    if (stored) onChanged(stored)
    await refreshCalendars()
  }

  return (
    <div className="grid gap-3">
      <output className={isAsking ? 'block font-medium' : 'sr-only'}>
        {isAsking ? eventMessages.confirmDeleteEvent : ''}
      </output>
      {isAsking && event.seriesId && <SeriesDeletionScopeField scope={scope} onChange={setScope} />}
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
          isBusy={remove.isPending || seriesDeletion.isPending}
          onClick={() => void askOrDelete()}
        >
          {!isAsking && <Trash2 aria-hidden="true" className="size-5" />}
          {isAsking ? 'Confirm' : 'Delete'}
        </Button>
      </div>
    </div>
  )
}

type SeriesDeletionScope = 'one' | 'later'

const scopeOptions = [
  { value: 'one', label: 'Only this one' },
  { value: 'later', label: 'This and all later ones' },
] as const

/** Chooses which events of a series to delete: only this one, or this and all later ones. */
function SeriesDeletionScopeField({
  scope,
  onChange,
}: {
  scope: SeriesDeletionScope
  onChange: (scope: SeriesDeletionScope) => void
}) {
  return <SegmentedControl label="Delete" options={scopeOptions} value={scope} onChange={onChange} />
}

function useDeleteThisAndLater(event: CalendarEntry) {
  const bandId = event.bandId ?? ''
  const { send, isPending } = useChange('DELETE /api/bands/:bandId/event-series/:seriesId', {
    changes: 'events',
    failure: eventMessages.calendarEventNotDeleted,
    input: ({ seriesId, from }: { seriesId: string; from: string; eventIds: readonly string[] }) => ({
      params: { bandId, seriesId },
      query: { from },
    }),
    deletedEventIds: ({ eventIds }) => eventIds,
    isDoneIfNotFound: true,
  })
  const undoDeletion = useEventUndoToastFactory()

  /** Deletes this event and all later events of its series, with a toast that can undo it. Resolves to whether that succeeded. */
  async function deleteLater(): Promise<boolean> {
    if (event.seriesId === null) return false
    const events = await fetchSeriesEventsFrom(bandId, event).catch((error: unknown) => {
      showFailure(error, eventMessages.calendarEventNotDeleted)
      return null
    })
    const eventIds = events?.map(({ id }) => id) ?? []
    if (!events || !(await send({ seriesId: event.seriesId, from: event.date, eventIds }))) return false
    showToast({
      title: eventMessages.eventDeletedToast.title,
      text: seriesMessages.seriesDeleted(events.length),
      detail: `From ${formatEventNameAndDates(event)}`,
      ...undoDeletion(events),
    })
    return true
  }

  return { deleteLater, isPending }
}
