// The form that edits days away. If their dates change, it asks about each band event on the new days.

import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { EventFormDialog } from './event-form-dialog.tsx'
import { EventFormFields } from './event-form-fields.tsx'
import type { EventFormProps } from './event-form-props.ts'
import { formValuesFromEvent } from './event-form-values.ts'
import { AffectedEventsFailure, useAffectedEventsDialog } from './use-affected-events-dialog.tsx'
import { useConflictCheckRequest, useEventForm } from './use-event-form.ts'
import { useEditEvent } from './use-edit-event.tsx'

export function EditDaysAwayForm({ event, ...props }: EventFormProps & { event: CalendarEntry }) {
  const { subject, membership, today, clashCheck, gigSheet, onSaved } = props
  const { ConflictWarning, checkConflicts } = clashCheck
  const bandId = membership?.bandId ?? null
  const editing = useEventForm({ defaultValues: formValuesFromEvent(event), draft: subject.draft, gigSheet, onSaved })
  const { fields } = editing
  const edit = useEditEvent({ ...props, event, membershipId: null, editing })
  const request = useConflictCheckRequest(fields, { membershipId: null, excludeEventId: event.id })
  const affected = useAffectedEventsDialog(bandId, checkConflicts)
  const isMoved = fields.date !== event.date || fields.endDate !== event.endDate

  async function submit(parsed: ParsedEvent) {
    const cancelled = request && isMoved ? await affected.askAbout(request) : []
    if (cancelled) await edit.save(parsed, cancelled)
  }

  return (
    <EventFormDialog
      {...props}
      title="Edit days away"
      submitLabel="Save"
      editing={editing}
      subject={{ ...subject, event: edit.baseEvent }}
      onSubmit={() => void editing.submit(submit)}
      failure={<AffectedEventsFailure of={affected} request={request} editing={editing} />}
      questions={
        <>
          {affected.dialog}
          {edit.conflictDialog}
        </>
      }
    >
      <EventFormFields
        editing={editing}
        types={['unavailable']}
        event={event}
        bandId={bandId}
        today={today}
        beneathDates={<ConflictWarning bandId={bandId} request={props.isOpen ? request : null} isAsking={isMoved} />}
      />
    </EventFormDialog>
  )
}
