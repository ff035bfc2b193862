// Asks whether an edit of one event of a series is for the later ones too, and saves it there.

import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import type { SeriesChanges } from '@gaffer/domain/events/event-series'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { useState } from 'react'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useChange } from '#offline/use-change.ts'
import { useChangeEvent } from '#features/events/queries.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { changedEventFields } from './event-form-values.ts'

export type SeriesEditScope = 'one' | 'later'

const seriesFields = new Set(['type', 'title', 'startTime', 'endTime', 'location', 'venue', 'notes'])

export function useSeriesEditScopeDialog(event: CalendarEntry, bandId: string | null) {
  const failure = { title: 'Error', text: eventMessages.eventNotUpdated }
  const changeSeries = useChange('PATCH /api/bands/:bandId/event-series/:seriesId', { changes: 'events', failure })
  const changeEvent = useChangeEvent(bandId, failure)
  const [answer, setAnswer] = useState<((scope: SeriesEditScope | null) => void) | null>(null)

  /** Resolves to the chosen scope, or to null if the member returns to the form. Edits that cannot apply to several dates are not asked about. */
  async function ask(draft: ParsedEvent): Promise<SeriesEditScope | null> {
    if (event.seriesId === null || seriesChanges(draft, event) === null) return 'one'
    const scope = await new Promise<SeriesEditScope | null>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return scope
  }

  /** Changes this event and the later ones of its series. Resolves to the event as it was; null if there is nothing to change. */
  async function save(draft: ParsedEvent): Promise<CalendarEntry | null> {
    const changes = seriesChanges(draft, event)
    if (!event.seriesId || !changes) return null
    const { changed, kept } = await changeSeries.mutateAsync({
      params: { bandId: bandId ?? '', seriesId: event.seriesId },
      body: { from: event.date, changes },
    })
    // A change of the series keeps events that were edited by hand. The event of this form gets its edit by a request of its own.
    const isOwnKept = kept.includes(event.date)
    if (isOwnKept) await changeEvent.mutateAsync({ ...event, changes: changedEventFields(event, draft) })
    const others = kept.filter((date) => date !== event.date)
    showToast({
      title: 'Success',
      text: seriesMessages.seriesChanged(changed + Number(isOwnKept)),
      ...(others.length > 0 && { detail: seriesMessages.seriesKept(others.map(weekdayAndDate).join(', ')) }),
    })
    return event
  }

  /** Returns the issues with the names of the form's fields. */
  function toFormFields(issues: readonly FieldIssue[]): FieldIssue[] {
    return issues.map(({ path, message }) => ({ path: path.replace('changes.', ''), message }))
  }

  const dialog = event.seriesId && (
    <ConfirmDialog
      isOpen={answer !== null}
      title={seriesMessages.seriesScope}
      text={seriesMessages.seriesScopeHint}
      confirmLabel="This and all later ones"
      cancelLabel="Only this one"
      onConfirm={() => answer?.('later')}
      onCancel={() => answer?.('one')}
      onDismiss={() => answer?.(null)}
    >
      <Button variant="quiet" size="sm" className="mt-2 -ml-3" onClick={() => answer?.(null)}>
        Back to the form
      </Button>
    </ConfirmDialog>
  )
  return { ask, save, toFormFields, dialog }
}

/** The changes for the series; null if there are none, or if some cannot apply to other dates. */
function seriesChanges(draft: ParsedEvent, event: CalendarEntry): SeriesChanges | null {
  // The series derives these two fields from the type and the times.
  const { isPublic: _, isAllDay: __, ...changes } = changedEventFields(event, draft)
  const names = Object.keys(changes)
  return names.length > 0 && names.every((name) => seriesFields.has(name)) ? (changes as SeriesChanges) : null
}
