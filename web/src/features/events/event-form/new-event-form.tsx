// The form of a new event: one date, a series, an option group, or days away. Each is saved by one request; a gig sheet needs a
// second request.

import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { formatNoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import { isGigOrFestival, type EventType } from '@gaffer/domain/shared/event-type'
import { useAddEvent } from '#features/events/queries.ts'
import { composeRequestToTurnOn, type RequestToTurnOn } from '#features/events/request-to-turn-on-notices.ts'
import { readRecipients } from '#features/events/use-event-change-toast.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { showFailure } from '#lib/show-failure.ts'
import { showToast, undoToastMs, type ToastContent } from '#ui/toast-store.ts'
import { EventFormDialog } from './event-form-dialog.tsx'
import { EventFormFields } from './event-form-fields.tsx'
import type { EventFormInitialState, EventFormProps } from './event-form-props.ts'
import { defaultEventType, eventRequestBody, newEventFormValues, offeredEventTypes } from './event-form-values.ts'
import { MoreGigFields } from './gig-fields.tsx'
import {
  AffectedEventsFailure,
  useAffectedEventsDialog,
  useCancelledEventsToast,
} from './use-affected-events-dialog.tsx'
import { useConflictCheckRequest, useEventForm } from './use-event-form.ts'
import { useOptionDatesField } from './option-dates-field.tsx'
import { useRepeatField, type RepeatFieldState } from './repeat-field.tsx'

export function NewEventForm(props: EventFormProps) {
  const { isOpen, subject, membership, today, clashCheck, gigSheet, onSaved } = props
  const { ConflictWarning, RepeatConflicts, checkConflicts } = clashCheck
  const bandId = membership?.bandId ?? null
  const membershipId = membership?.id ?? null
  const types = offeredEventTypes(membership?.band.allowedEventTypes ?? [])
  const editing = useEventForm({
    defaultValues: initialValues(types, subject, today),
    draft: subject.draft,
    gigSheet,
    onSaved,
  })
  const { fields, set } = editing
  const request = useConflictCheckRequest(fields, { membershipId, excludeEventId: null })
  const affected = useAffectedEventsDialog(bandId, checkConflicts)
  const describeCancelled = useCancelledEventsToast()
  const isSaving = editing.form.formState.isSubmitting
  const options = useOptionDatesField({ bandId, today, initial: subject.dates, isSaving })
  const repeating = useRepeatField({ bandId, fields, initial: subject.repeat, isSaving })
  const add = useAddEvent(bandId)
  // The idempotency key depends on the body, so that a double press or a retry after a lost response adds one event.
  const { keyFor } = useIdempotencyKeySource()
  const { dates } = options.shown
  const { repeat } = repeating.shown
  const isGig = isGigOrFestival(fields.type) && dates === null

  async function saveOptions(parsed: ParsedEvent) {
    const draft = { ...parsed, setlistId: null }
    const events = await options.save(draft).catch((error) => editing.showIssuesOf(error, options.toFormFields))
    if (events) finishSeveralEvents(events, eventMessages.optionsPencilled(events.length))
  }

  async function saveSeries(parsed: ParsedEvent) {
    const draft = { ...parsed, setlistId: null }
    const events = await repeating.save(draft).catch((error) => editing.showIssuesOf(error, repeating.toFormFields))
    if (events) finishSeveralEvents(events, seriesMessages.seriesAdded(events.length))
  }

  function finishSeveralEvents(events: readonly CalendarEntry[], text: string) {
    const [first] = events
    if (!first) return
    void showAdded(first, { title: 'Success', text })
    editing.finishSave(first)
  }

  /** Shows the toast with the names of the recipients, which the server can list only after the save. */
  async function showAdded(event: CalendarEntry, toast: ToastContent) {
    const recipients = bandId !== null && event.type !== 'unavailable' ? await readRecipients(bandId, event) : undefined
    const detail = recipients && formatNoticeRecipients(recipients)
    const requestToTurnOn = recipients && composeRequestToTurnOn(recipients)
    showToast({
      ...toast,
      ...(detail && { detail }),
      ...(requestToTurnOn && {
        durationMs: undoToastMs,
        action: {
          label: requestToTurnOn.label,
          altText: requestToTurnOn.text,
          onPress: () => void shareOrShow(requestToTurnOn),
        },
      }),
    })
  }

  async function saveOne(parsed: ParsedEvent) {
    const cancelled = parsed.type === 'unavailable' && request ? await affected.askAbout(request) : []
    if (cancelled === null) return
    const body = {
      ...eventRequestBody({ ...parsed, setlistId: isGig ? parsed.setlistId : null }, membershipId),
      ...(cancelled.length > 0 && { cancelEventIds: cancelled.map(({ id }) => id) }),
    }
    const stored = await add.mutateAsync({ body, idempotencyKey: keyFor(body) }).catch((error) => {
      showFailure(error, { title: 'Error', text: eventMessages.eventNotCreated })
      return editing.showIssuesOf(error)
    })
    if (!stored) return
    void showAdded(stored, { title: 'Success', text: eventMessages.eventCreated, ...describeCancelled(cancelled) })
    if (isGig) await gigSheet.save(stored)
    editing.finishSave(stored)
  }

  function submit() {
    if (dates !== null) {
      if (!options.validate()) return
      // The schema validates a single `date`, so an option group is validated with its first date.
      set({ date: dates.toSorted()[0] ?? fields.date })
    }
    if (!repeating.validate() || (isGig && !gigSheet.validate())) return
    void editing.submit(dates !== null ? saveOptions : repeat !== null ? saveSeries : saveOne)
  }

  return (
    <EventFormDialog
      {...props}
      title={fields.type === 'unavailable' ? 'Days away' : 'New event'}
      submitLabel={formatSubmitLabel(fields.type, dates, repeating.shown)}
      editing={editing}
      subject={{ ...subject, dates, repeat, gigSheet: gigSheet.changes }}
      hasOtherEntries={dates !== null || repeat !== null || gigSheet.hasEntries}
      onSubmit={submit}
      failure={<AffectedEventsFailure of={affected} request={request} editing={editing} />}
      questions={affected.dialog}
    >
      <EventFormFields
        editing={editing}
        types={types}
        event={null}
        bandId={bandId}
        today={today}
        beneathDates={
          <>
            {dates === null && repeat === null && (
              <ConflictWarning bandId={bandId} request={isOpen ? request : null} isAsking />
            )}
            <RepeatConflicts fields={fields} bandId={bandId} repeating={repeating.shown} />
          </>
        }
        adding={{
          options: options.shown,
          repeating: repeating.shown,
          ConflictWarning,
          venues: isGig ? gigSheet.venues : null,
        }}
        more={isGig && <MoreGigFields editing={editing} bandId={bandId} sheet={gigSheet} isNew />}
      />
    </EventFormDialog>
  )
}

/** Shares the text. Without clipboard access, shows it in a toast to copy by hand. */
async function shareOrShow({ label, text, share }: RequestToTurnOn): Promise<void> {
  if (!(await share())) showToast({ title: label, text, durationMs: undoToastMs })
}

function initialValues(types: readonly EventType[], subject: EventFormInitialState, today: string) {
  const type = defaultEventType(types, subject.type)
  return newEventFormValues(type, type === 'unavailable' && subject.date < today ? today : subject.date)
}

function formatSubmitLabel(
  type: EventType,
  dates: readonly string[] | null,
  { repeat, series }: Pick<RepeatFieldState, 'repeat' | 'series'>,
): string {
  if (dates !== null) return `Pencil ${dates.length} dates`
  if (repeat !== null) return series && series.dates.length > 1 ? `Add ${series.dates.length} events` : 'Add events'
  return type === 'unavailable' ? 'Save days away' : 'Add event'
}
