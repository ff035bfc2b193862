// Deleting an event of a series: only this one, or this and all later ones.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { fetchSeriesEventsFrom, useDeleteEventSeries } from '#features/events/event-series.ts'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useEventUndoToastFactory } from './use-event-undo-toast-factory.ts'

export type SeriesDeletionScope = 'one' | 'later'

const scopes = [
  { value: 'one', label: 'Only this one' },
  { value: 'later', label: 'This and all later ones' },
] as const

export function SeriesDeletionScopeField({
  scope,
  onChange,
}: {
  scope: SeriesDeletionScope
  onChange: (scope: SeriesDeletionScope) => void
}) {
  return <SegmentedControl label="Delete" options={scopes} value={scope} onChange={onChange} />
}

export function useDeleteThisAndLater(event: CalendarEntry) {
  const bandId = event.bandId ?? ''
  const { mutateAsync, isPending } = useDeleteEventSeries(bandId)
  const undoDeletion = useEventUndoToastFactory()

  /** Deletes this event and the later ones of its series; the toast offers to restore all of them. */
  async function deleteLater(): Promise<void> {
    if (event.seriesId === null) return
    const events = await fetchSeriesEventsFrom(bandId, event)
    const eventIds = events.map(({ id }) => id)
    await mutateAsync({ seriesId: event.seriesId, from: event.date, eventIds })
    showToast({
      title: eventMessages.eventDeletedToast.title,
      text: seriesMessages.seriesDeleted(events.length),
      detail: `From ${formatEventNameAndDates(event)}`,
      ...undoDeletion(events),
    })
  }

  return { deleteLater, isPending }
}
