// The form that edits a band's event, with the sheet of a gig: asks whether the later dates of a series change too, and before it cancels
// the event.

import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { owningBandId } from '#features/events/event-details/owning-band.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { EventFormDialog } from './event-form-dialog.tsx'
import { EventFormFields } from './event-form-fields.tsx'
import type { EventFormProps } from './event-form-props.ts'
import { formValuesFromEvent, offeredEventTypes } from './event-form-values.ts'
import { MoreForGig } from './more-for-gig.tsx'
import { useConfirmCancellationDialog } from './use-confirm-cancellation-dialog.tsx'
import { useConflictCheckRequest } from './use-conflict-check-request.ts'
import { useEditEvent } from './use-edit-event.tsx'
import { useEventForm } from './use-event-form.ts'
import { useSeriesEditScopeDialog } from './use-series-edit-scope-dialog.tsx'

export function EditEventForm({ event, ...props }: EventFormProps & { event: CalendarEntry }) {
  const { subject, membership, today, clashCheck, gigSheet, onSaved } = props
  const { ConflictWarning } = clashCheck
  const ownerBandId = owningBandId(event)
  // An event in the calendar of another band follows the rules of its own band.
  const owner = useMeOrThrow().bands.find(({ bandId }) => bandId === ownerBandId)
  const bandId = ownerBandId ?? membership?.bandId ?? null
  const editing = useEventForm({ defaultValues: formValuesFromEvent(event), draft: subject.draft, onSaved })
  const { form, fields } = editing
  const isGig = isGigOrFestival(fields.type)
  const saveSheet = async (stored: CalendarEntry) => (isGig ? gigSheet.save(stored) : undefined)
  const edit = useEditEvent({ ...props, event, membershipId: owner?.id ?? null, editing, onStored: saveSheet })
  const request = useConflictCheckRequest(fields, { membershipId: null, excludeEventId: event.id })
  const cancelling = useConfirmCancellationDialog(event)
  const scope = useSeriesEditScopeDialog(event, ownerBandId)

  async function submit(parsed: ParsedEvent) {
    const chosen = await scope.ask(parsed)
    if (chosen === 'later') {
      const stored = await scope.save(parsed).catch((error) => editing.showIssuesOf(error, scope.toFormFields))
      if (!stored) return
      await saveSheet(stored)
      editing.saved(stored)
    } else if (chosen === 'one' && (await cancelling.ask(parsed))) await edit.save(parsed)
  }

  return (
    <EventFormDialog
      {...props}
      title="Edit event"
      submitLabel="Save"
      editing={editing}
      subject={{ ...subject, event: edit.seen, gigSheet: gigSheet.changes }}
      hasOtherEntries={gigSheet.hasEntries}
      onSubmit={() => {
        if (!isGig || gigSheet.check()) void form.handleSubmit(submit)()
      }}
      questions={
        <>
          {cancelling.dialog}
          {scope.dialog}
          {edit.conflictDialog}
        </>
      }
    >
      <EventFormFields
        editing={editing}
        types={offeredEventTypes(owner?.band.allowedEventTypes ?? [], event.type)}
        event={event}
        bandId={bandId}
        today={today}
        beneathDates={<ConflictWarning bandId={bandId} request={props.isOpen ? request : null} isAsking={false} />}
        more={isGig && <MoreForGig editing={editing} bandId={bandId} sheet={gigSheet} isNew={false} />}
      />
    </EventFormDialog>
  )
}
