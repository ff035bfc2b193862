// The dialog with the form that adds or edits an event.

import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { useId, useRef, type ComponentType } from 'react'
import { useInvalidateEventLists } from '#features/events/queries.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { ApiError } from '#lib/api-error.ts'
import { changedFormFields, useFormDraftSource } from '#lib/form-draft.tsx'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { showToast } from '#ui/toast-store.ts'
import { OfflineSavingProvider } from '#ui/offline-saving-provider.tsx'
import { useEventForm } from './use-event-form.ts'
import type { ClashCheck } from './clash-check.ts'
import { useConflictCheckRequest } from './use-conflict-check-request.ts'
import {
  defaultEventType,
  formValuesFromEvent,
  newEventFormValues,
  offeredEventTypes,
  type EventFormValues,
} from './event-form-values.ts'
import { describeEventEditConflict } from './event-differences.ts'
import { mergeEdits } from '#lib/merge-edits.ts'
import { EventFormFields } from './event-form-fields.tsx'
import { eventDraftKey, owningBandId } from '#features/events/event-details/owning-band.ts'
import { AffectedEventsFailure, useAffectedEventsDialog } from './use-affected-events-dialog.tsx'
import { useConfirmCancellationDialog } from './use-confirm-cancellation-dialog.tsx'
import type { RepeatFormValues } from './repeat-dates.ts'
import { useOptionDatesField } from './use-option-dates-field.ts'
import type { WhoWillBeToldProps } from './told-of-save.ts'
import { ToldOfSaveLine } from './told-of-save-line.tsx'
import { useRepeatField, type RepeatFieldState } from './use-repeat-field.ts'
import { useSeriesEditScopeDialog } from './use-series-edit-scope-dialog.tsx'
import { useSaveEvent } from './use-save-event.ts'

/**
 * The values that the form opens with: the event to edit, or null to add one on `date`, which is unused for an edit. `draft`, `dates` (of
 * an enquiry) and `repeat` override them; they come from Find a date or from the unsaved fields of an earlier form. `type` replaces the
 * default type of a new event.
 */
export type EventFormInitialState = {
  event: CalendarEntry | null
  date: string
  type?: BandEventType | undefined
  draft?: Partial<EventFormValues>
  dates?: string[] | null
  repeat?: RepeatFormValues | null
}

type Props = {
  isOpen: boolean
  subject: EventFormInitialState
  membership: OwnMembership | null
  today: string
  clashCheck: ClashCheck
  WhoWillBeTold: ComponentType<WhoWillBeToldProps>
  onClose: () => void
  /** The member chose the type of a new event. */
  onTypeChosen?: (type: BandEventType) => void
  onSaved: (event: CalendarEntry) => void
  /** Another member deleted the event, and the user accepts that. */
  onDeleted: () => void
}

/** Edits of a band's event are kept in the outbox without a network; all other saves need a network. */
export function EventForm(props: Props) {
  const { event } = props.subject
  const form = <EventFormDialog {...props} />
  return event && event.type !== 'unavailable' ? <OfflineSavingProvider>{form}</OfflineSavingProvider> : form
}

function EventFormDialog({
  isOpen,
  subject,
  membership,
  today,
  clashCheck,
  WhoWillBeTold,
  onClose,
  onTypeChosen,
  onSaved,
  onDeleted,
}: Props) {
  const { ConflictWarning, checkConflicts } = clashCheck
  const { event, date } = subject
  const id = useId()
  const refreshCalendars = useInvalidateEventLists()
  const isSaved = useRef(false)
  const { ownerBandId, membershipId, allowed, conflictBandId } = useEventContext(event, membership)
  const types = offeredEventTypes(allowed, event?.type)
  const { form, fields, set } = useEventForm(
    event ? formValuesFromEvent(event) : initialNewEventValues(defaultEventType(types, subject.type), date, today),
    subject.draft,
  )
  const { isDirty, dirtyFields, isSubmitting } = form.formState
  const request = useConflictCheckRequest(fields, { membershipId, excludeEventId: event?.id ?? null })
  const affected = useAffectedEventsDialog(conflictBandId, checkConflicts)
  const isMoved = event === null || fields.date !== event.date || fields.endDate !== event.endDate
  const cancelling = useConfirmCancellationDialog(event)
  const options = useOptionDatesField({ bandId: ownerBandId, today, initial: subject.dates })
  const { dates } = options.shown
  const repeating = useRepeatField({ bandId: ownerBandId, fields, initial: subject.repeat })
  const { repeat, series } = repeating.shown
  const scope = useSeriesEditScopeDialog(event, ownerBandId)
  const isDirtyOrEnquiry = isDirty || dates !== null || repeat !== null
  const saving = useSaveEvent({ event, ownerBandId, membershipId, onSaved: saved, onRefused: showIssues })
  const draft = useFormDraftSource(eventDraftKey(membership?.bandId ?? null), (): EventFormInitialState => ({
    event: saving.seen,
    date,
    type: subject.type,
    draft: changedFormFields(form),
    dates,
    repeat,
  }))

  function saved(stored: CalendarEntry) {
    isSaved.current = true
    onSaved(stored)
  }

  function showIssues(issues: readonly FieldIssue[]) {
    for (const [at, { path, message }] of issues.entries()) {
      form.setError(path as keyof EventFormValues, { message }, { shouldFocus: at === 0 })
    }
  }

  /** Shows the issues of a failed change at their fields. The change itself has a toast. */
  function showIssuesOf(error: unknown, toFormFields: (issues: readonly FieldIssue[]) => readonly FieldIssue[]): null {
    if (error instanceof ApiError) showIssues(toFormFields(error.reply?.issues ?? []))
    return null
  }

  async function submitOptions(parsed: ParsedEvent) {
    const events = await options.save(parsed).catch((error) => showIssuesOf(error, options.showServerIssues))
    if (!events) return
    showToast({ title: 'Success', text: eventMessages.optionsPencilled(events.length) })
    if (events[0]) saved(events[0])
  }

  async function submitSeries(parsed: ParsedEvent, fieldsOfRepeat: RepeatFormValues) {
    const events = await repeating
      .save(parsed, fieldsOfRepeat)
      .catch((error) => showIssuesOf(error, repeating.showServerIssues))
    if (!events) return
    showToast({ title: 'Success', text: seriesMessages.seriesAdded(events.length) })
    if (events[0]) saved(events[0])
  }

  async function submitLater(parsed: ParsedEvent, of: CalendarEntry) {
    const stored = await scope.save(parsed, of).catch((error) => showIssuesOf(error, scope.showServerIssues))
    if (stored) saved(stored)
  }

  async function submit(parsed: ParsedEvent) {
    if (dates !== null) return submitOptions(parsed)
    if (repeat !== null) return submitSeries(parsed, repeat)
    const chosenScope = await scope.ask(parsed)
    if (chosenScope === null) return
    if (chosenScope === 'later' && event) return submitLater(parsed, event)
    if (!(await cancelling.ask(parsed))) return
    const cancelled = parsed.type === 'unavailable' && request && isMoved ? await affected.askAbout(request) : []
    if (cancelled) await saving.save(parsed, saving.seen, cancelled)
  }

  function keepTheirs() {
    saving.forgetTheirs()
    isSaved.current = true
    if (saving.theirs?.event) onClose()
    else onDeleted()
    void refreshCalendars()
  }

  /** Applies the member's changes to the stored version and saves the result. */
  function keepMine(before: CalendarEntry, theirs: CalendarEntry | null) {
    if (theirs) set(mergeEdits(formValuesFromEvent(before), fields, formValuesFromEvent(theirs)))
    saving.acceptTheirs(theirs)
    void form.handleSubmit((parsed) => saving.save(parsed, theirs))()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={titleOf(event, fields.type)}
      isDirty={() => isDirtyOrEnquiry && !isSaved.current}
      draft={draft}
      footer={
        <div className="grid grid-cols-1 gap-3">
          {affected.failed && affected.failed.request === request && (
            <AffectedEventsFailure failed={affected.failed} form={id} isBusy={isSubmitting} />
          )}
          <ToldOfSaveLine
            Line={WhoWillBeTold}
            isOpen={isOpen}
            bandId={ownerBandId}
            {...{ event, fields, today }}
            dirty={dirtyFields}
          />
          <Button type="submit" form={id} isWide isBusy={isSubmitting}>
            {submitLabel(event, fields.type, { dates, repeat, series })}
          </Button>
        </div>
      }
    >
      <Form
        id={id}
        className="grid grid-cols-1 gap-4 short:gap-2"
        onSubmit={() => {
          if (isSubmitting) return
          if (dates !== null) {
            if (!options.check()) return
            // The schema checks an enquiry against its first date.
            set({ date: dates.toSorted()[0] ?? fields.date })
          }
          if (!repeating.check()) return
          void form.handleSubmit(submit)()
        }}
      >
        <EventFormFields
          form={form}
          fields={fields}
          set={set}
          types={types}
          onTypeChosen={onTypeChosen}
          event={event}
          bandId={conflictBandId}
          today={today}
          conflicts={<ConflictWarning bandId={conflictBandId} request={isOpen ? request : null} isAsking={isMoved} />}
          clashCheck={clashCheck}
          options={options.shown}
          repeating={repeating.shown}
        />
      </Form>
      {affected.dialog}
      {cancelling.dialog}
      {scope.dialog}
      {saving.seen && saving.theirs && (
        <EditConflictDialog
          {...describeEventEditConflict(formValuesFromEvent(saving.seen), fields, saving.theirs)}
          isBusy={isSubmitting}
          onKeepMine={() => saving.seen && saving.theirs && keepMine(saving.seen, saving.theirs.event)}
          onKeepTheirs={keepTheirs}
          onClose={saving.forgetTheirs}
        />
      )}
    </Dialog>
  )
}

/** The band that stores the event, the user's membership and allowed event types there, and the band to check for conflicts. */
function useEventContext(event: CalendarEntry | null, membership: OwnMembership | null) {
  const { bands } = useMeOrThrow()
  const ownerBandId = event ? owningBandId(event) : (membership?.bandId ?? null)
  // An event in the calendar of another band follows the rules of its own band.
  const band = ownerBandId === null ? null : (bands.find(({ bandId }) => bandId === ownerBandId) ?? null)
  return {
    ownerBandId,
    membershipId: band?.id ?? null,
    allowed: band?.band.allowedEventTypes ?? [],
    conflictBandId: ownerBandId ?? membership?.bandId ?? null,
  }
}

function initialNewEventValues(type: EventFormValues['type'], date: string, today: string): EventFormValues {
  return newEventFormValues(type, type === 'unavailable' && date < today ? today : date)
}

type Several = { dates: readonly string[] | null } & Pick<RepeatFieldState, 'repeat' | 'series'>

function submitLabel(
  event: CalendarEntry | null,
  type: EventFormValues['type'],
  { dates, repeat, series }: Several,
): string {
  if (event) return 'Save'
  if (dates !== null) return `Pencil ${dates.length} dates`
  if (repeat !== null) return series && series.dates.length > 1 ? `Add ${series.dates.length} events` : 'Add events'
  return type === 'unavailable' ? 'Save days away' : 'Add event'
}

function titleOf(event: CalendarEntry | null, type: EventFormValues['type']): string {
  if (type === 'unavailable') return event ? 'Edit days away' : 'Days away'
  return event ? 'Edit event' : 'New event'
}
