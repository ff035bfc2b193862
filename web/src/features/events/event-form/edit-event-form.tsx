// The form that edits a band's event, with the gig sheet of a gig. It asks whether the later events of a series change too, and asks before it
// cancels the event.

import { useState } from 'react'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { SeriesChanges } from '@gaffer/domain/events/event-series'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { useMeOrThrow } from '#lib/me.ts'
import { eventName } from '#features/events/format-event.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useChange } from '#offline/use-change.ts'
import { fetchEventUncached, useChangeEvent, owningBandId } from '#features/events/queries.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'
import { EventFormDialog } from './event-form-dialog.tsx'
import { EventFormFields } from './event-form-fields.tsx'
import type { EventFormProps } from './event-form-props.ts'
import { formValuesFromEvent, offeredEventTypes, changedEventFields } from './event-form-values.ts'
import { MoreGigFields } from './gig-fields.tsx'
import { useConflictCheckRequest, useEventForm } from './use-event-form.ts'
import { useEditEvent } from './use-edit-event.tsx'

export function EditEventForm({ event, ...props }: EventFormProps & { event: CalendarEntry }) {
  const { subject, membership, today, clashCheck, gigSheet, onSaved } = props
  const { ConflictWarning } = clashCheck
  const ownerBandId = owningBandId(event)
  // The membership in the event's own band, because another band may be selected.
  const ownMembership = useMeOrThrow().bands.find(({ bandId }) => bandId === ownerBandId)
  const bandId = ownerBandId ?? membership?.bandId ?? null
  const editing = useEventForm({ defaultValues: formValuesFromEvent(event), draft: subject.draft, gigSheet, onSaved })
  const { fields } = editing
  const isGig = isGigOrFestival(fields.type)
  const saveSheet = async (stored: CalendarEntry) => (isGig ? gigSheet.save(stored) : undefined)
  const edit = useEditEvent({ ...props, event, membershipId: ownMembership?.id ?? null, editing, onStored: saveSheet })
  const request = useConflictCheckRequest(fields, { membershipId: null, excludeEventId: event.id })
  const cancellationDialog = useConfirmCancellationDialog(event)
  const scopeDialog = useSeriesEditScopeDialog(event, ownerBandId)

  async function submit(parsed: ParsedEvent) {
    const chosen = await scopeDialog.ask(parsed)
    if (chosen === 'later') {
      const stored = await scopeDialog
        .save(parsed)
        .catch((error) => editing.showIssuesOf(error, scopeDialog.toFormFields))
      if (!stored) return
      await saveSheet(stored)
      // The form stays open for changes made during the save, and they must be based on the event's new version.
      const latest = editing.hasChangedDuringSave() ? await fetchEventUncached(ownerBandId, stored) : null
      editing.finishSave(latest ?? stored)
    } else if (chosen === 'one' && (await cancellationDialog.ask(parsed))) await edit.save(parsed)
  }

  return (
    <EventFormDialog
      {...props}
      title="Edit event"
      submitLabel="Save"
      editing={editing}
      subject={{ ...subject, event: edit.baseEvent, gigSheet: gigSheet.changes }}
      hasOtherEntries={gigSheet.hasEntries}
      onSubmit={() => {
        if (!isGig || gigSheet.validate()) void editing.submit(submit)
      }}
      questions={
        <>
          {cancellationDialog.dialog}
          {scopeDialog.dialog}
          {edit.conflictDialog}
        </>
      }
    >
      <EventFormFields
        editing={editing}
        types={offeredEventTypes(ownMembership?.band.allowedEventTypes ?? [], event.type)}
        event={event}
        bandId={bandId}
        today={today}
        beneathDates={<ConflictWarning bandId={bandId} request={props.isOpen ? request : null} isAsking={false} />}
        more={isGig && <MoreGigFields editing={editing} bandId={bandId} sheet={gigSheet} isNew={false} />}
      />
    </EventFormDialog>
  )
}

/** The dialog that asks before the form saves a band event as cancelled. */
function useConfirmCancellationDialog(event: CalendarEntry) {
  const [closeWith, setCloseWith] = useState<((isAgreed: boolean) => void) | null>(null)

  /** Asks only if the draft cancels the event; resolves to whether to save. */
  async function ask({ status }: ParsedEvent): Promise<boolean> {
    if (status !== 'cancelled' || event.status === 'cancelled') return true
    const isAgreed = await new Promise<boolean>((resolve) => setCloseWith(() => resolve))
    setCloseWith(null)
    return isAgreed
  }

  const dialog = (
    <ConfirmDialog
      isOpen={closeWith !== null}
      title={eventMessages.askCancelEvent(eventName(event))}
      text={eventMessages.cancellingTells}
      confirmLabel="Cancel event"
      cancelLabel="Keep event"
      onConfirm={() => closeWith?.(true)}
      onCancel={() => closeWith?.(false)}
    />
  )
  return { ask, dialog }
}

type SeriesEditScope = 'one' | 'later'

const seriesFields = new Set(['type', 'title', 'startTime', 'endTime', 'location', 'venue', 'notes'])

/** The dialog that asks whether an edit also applies to the later events of the series, and the request that changes these events. */
function useSeriesEditScopeDialog(event: CalendarEntry, bandId: string | null) {
  const failure = { title: 'Error', text: eventMessages.eventNotUpdated }
  const changeSeries = useChange('PATCH /api/bands/:bandId/event-series/:seriesId', { changes: 'events', failure })
  const changeEvent = useChangeEvent(bandId, failure)
  const [closeWith, setCloseWith] = useState<((scope: SeriesEditScope | null) => void) | null>(null)

  /** Resolves to the chosen scope; null if the member returns to the form. Does not ask about an edit that cannot apply to other dates. */
  async function ask(draft: ParsedEvent): Promise<SeriesEditScope | null> {
    if (event.seriesId === null || computeSeriesChanges(draft, event) === null) return 'one'
    const scope = await new Promise<SeriesEditScope | null>((resolve) => setCloseWith(() => resolve))
    setCloseWith(null)
    return scope
  }

  /** Changes this event and the later events of its series. Resolves to the event as it was before; null if nothing changes. */
  async function save(draft: ParsedEvent): Promise<CalendarEntry | null> {
    const changes = computeSeriesChanges(draft, event)
    if (!event.seriesId || !changes) return null
    const { changed, kept } = await changeSeries.mutateAsync({
      params: { bandId: bandId ?? '', seriesId: event.seriesId },
      body: { from: event.date, changes },
    })
    // The server keeps events that were edited by hand (`kept`). If this event is among the kept events, a second request edits it.
    const isOwnKept = kept.includes(event.date)
    if (isOwnKept) await changeEvent.mutateAsync({ ...event, changes: changedEventFields(event, draft) })
    const otherKeptDates = kept.filter((date) => date !== event.date)
    showToast({
      title: 'Success',
      text: seriesMessages.seriesChanged(changed + Number(isOwnKept)),
      ...(otherKeptDates.length > 0 && {
        detail: seriesMessages.seriesKept(otherKeptDates.map(weekdayAndDate).join(', ')),
      }),
    })
    return event
  }

  /** Renames the paths of the server's issues to the names of the form's fields. */
  function toFormFields(issues: readonly FieldIssue[]): FieldIssue[] {
    return issues.map(({ path, message }) => ({ path: path.replace('changes.', ''), message }))
  }

  const dialog = event.seriesId && (
    <ConfirmDialog
      isOpen={closeWith !== null}
      title={seriesMessages.seriesScope}
      text={seriesMessages.seriesScopeHint}
      confirmLabel="This and all later ones"
      cancelLabel="Only this one"
      onConfirm={() => closeWith?.('later')}
      onCancel={() => closeWith?.('one')}
      onDismiss={() => closeWith?.(null)}
    >
      <Button variant="quiet" size="sm" className="mt-2 -ml-3" onClick={() => closeWith?.(null)}>
        Back to the form
      </Button>
    </ConfirmDialog>
  )
  return { ask, save, toFormFields, dialog }
}

/** The changes for the series; null if there are none, or if some cannot apply to other dates. */
function computeSeriesChanges(draft: ParsedEvent, event: CalendarEntry): SeriesChanges | null {
  // The server derives `isPublic` and `isAllDay` of each event of a series from the type and the times.
  const { isPublic: _, isAllDay: __, ...changes } = changedEventFields(event, draft)
  const names = Object.keys(changes)
  return names.length > 0 && names.every((name) => seriesFields.has(name)) ? (changes as SeriesChanges) : null
}
