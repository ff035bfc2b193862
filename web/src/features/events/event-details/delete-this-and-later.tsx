// Deleting an event of a series: only this one, or this and all later ones.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { showFailure } from '#lib/show-failure.ts'
import { useChange } from '#offline/use-change.ts'
import { fetchSeriesEventsFrom } from '#features/events/event-series.ts'
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

  /** Deletes this event and the later ones of its series; the toast offers to restore all of them. Resolves to whether they are deleted. */
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
