// The dialog with the form that adds or edits an event.

import type { ConflictCheckRequest } from '@gaffer/domain/conflict-check'
import type { Event, EventDraft } from '@gaffer/domain/event'
import { isRealDate, isRealTime } from '@gaffer/domain/dates'
import { useId, useMemo, useRef } from 'react'
import { useRefreshCalendars } from '#api/events.ts'
import { useSignedIn, type OwnMembership } from '#api/me.ts'
import { changedFields } from '#components/form-draft.tsx'
import { EditConflictDialog } from '#components/edit-conflict-dialog.tsx'
import { UnsavedChangesPrompt } from '#components/unsaved-changes-prompt.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ConflictNotice } from '#components/conflicts/conflict-notice.tsx'
import { useDraftForm } from './use-draft-form.ts'
import { bodyOf, defaultType, draftOf, newDraft, typesOffered, type DraftFields } from './event-form-values.ts'
import { mergeDrafts, describeConflict } from '#components/conflicts/event-differences.ts'
import { EventFields } from './event-fields.tsx'
import { eventDraftName, owningBandId } from '#components/event-details/owning-band.ts'
import { useCancelAffected } from '#components/conflicts/use-cancel-affected.tsx'
import { useSaveEvent } from './use-save-event.ts'

/** The event to edit, or null and the day of a new one. `draft` has the unsaved fields of an earlier form. */
export type FormSubject = { event: Event | null; date: string; draft?: Partial<DraftFields> }

type Props = {
  isOpen: boolean
  subject: FormSubject
  membership: OwnMembership | null
  today: string
  onClose: () => void
  onSaved: (event: Event) => void
  /** Another member deleted the event, and the user accepts that. */
  onDeleted: () => void
}

export function EventForm({ isOpen, subject, membership, today, onClose, onSaved, onDeleted }: Props) {
  const { event, date } = subject
  const id = useId()
  const refreshCalendars = useRefreshCalendars()
  const isSaved = useRef(false)
  const { ownerBandId, membershipId, allowed, conflictBandId } = useEventContext(event, membership)
  const types = typesOffered(allowed, event?.type)
  const { form, fields, set } = useDraftForm(
    event ? draftOf(event) : firstDraft(defaultType(types), date, today),
    subject.draft,
  )
  const { isDirty, isSubmitting } = form.formState
  const question = useConflictQuestion(fields, { membershipId, excludeEventId: event?.id ?? null })
  const affected = useCancelAffected(conflictBandId)
  const saving = useSaveEvent({
    event,
    ownerBandId,
    onSaved: (stored) => {
      isSaved.current = true
      onSaved(stored)
    },
    onRefused: (issues) =>
      issues.forEach(({ path, message }, at) =>
        form.setError(path as keyof DraftFields, { message }, { shouldFocus: at === 0 }),
      ),
  })

  async function submit(draft: EventDraft) {
    const isMoved = event === null || draft.date !== event.date || draft.endDate !== event.endDate
    const isAsked = draft.type === 'unavailable' && question !== null && isMoved
    const cancelled = isAsked ? await affected.askAbout(question) : []
    if (cancelled) await saving.save(bodyOf(draft, membershipId), saving.seen, cancelled)
  }

  function keepTheirs() {
    saving.forgetTheirs()
    isSaved.current = true
    if (saving.theirs?.event) onClose()
    else onDeleted()
    void refreshCalendars()
  }

  /** Rebases the form on their version and saves it. */
  function keepMine(before: Event, theirs: Event | null) {
    if (theirs) set(mergeDrafts(draftOf(before), fields, draftOf(theirs)))
    saving.acceptTheirs(theirs)
    void form.handleSubmit((draft) => saving.save(bodyOf(draft, membershipId), theirs))()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={titleOf(event, fields.type)}
      isDirty={isDirty}
      footer={
        <Button type="submit" form={id} isWide isBusy={isSubmitting}>
          {event ? 'Save' : fields.type === 'unavailable' ? 'Save days away' : 'Add event'}
        </Button>
      }
    >
      <form
        id={id}
        noValidate
        className="grid grid-cols-1 gap-4 short:gap-2"
        onSubmit={(submission) => {
          submission.preventDefault()
          if (!isSubmitting) void form.handleSubmit(submit)()
        }}
      >
        <EventFields
          form={form}
          fields={fields}
          set={set}
          types={types}
          bandId={conflictBandId}
          today={today}
          conflicts={<ConflictNotice bandId={conflictBandId} question={isOpen ? question : null} />}
        />
      </form>
      {affected.dialog}
      {saving.seen && saving.theirs && (
        <EditConflictDialog
          {...describeConflict(draftOf(saving.seen), fields, saving.theirs)}
          isBusy={isSubmitting}
          onKeepMine={() => saving.seen && saving.theirs && keepMine(saving.seen, saving.theirs.event)}
          onKeepTheirs={keepTheirs}
          onClose={saving.forgetTheirs}
        />
      )}
      <UnsavedChangesPrompt
        isDirty={() => isOpen && isDirty && !isSaved.current}
        draft={{
          name: eventDraftName(membership?.bandId ?? null),
          values: (): FormSubject => ({ event: saving.seen, date, draft: changedFields(form) }),
        }}
      />
    </Dialog>
  )
}

/** The band that stores the event, the user's membership and allowed event types there, and the band to check for conflicts. */
function useEventContext(event: Event | null, membership: OwnMembership | null) {
  const { bands } = useSignedIn()
  const ownerBandId = event ? owningBandId(event) : (membership?.bandId ?? null)
  // An event that is opened from another band's calendar follows its own band's rules.
  const band = ownerBandId === null ? null : (bands.find(({ bandId }) => bandId === ownerBandId) ?? null)
  return {
    ownerBandId,
    membershipId: band?.id ?? null,
    allowed: band?.band.allowedEventTypes ?? [],
    conflictBandId: ownerBandId ?? membership?.bandId ?? null,
  }
}

function firstDraft(type: DraftFields['type'], date: string, today: string): DraftFields {
  return newDraft(type, type === 'unavailable' && date < today ? today : date)
}

function titleOf(event: Event | null, type: DraftFields['type']): string {
  if (type === 'unavailable') return event ? 'Edit days away' : 'Days away'
  return event ? 'Edit event' : 'New event'
}

/** Null while the days or times are incomplete. Memoised: a debounced value must keep its identity until it changes. */
function useConflictQuestion(
  { date, endDate, startTime, endTime, type }: DraftFields,
  { membershipId, excludeEventId }: Pick<ConflictCheckRequest, 'membershipId' | 'excludeEventId'>,
): ConflictCheckRequest | null {
  return useMemo(() => {
    const isAskable = isRealDate(date) && (endDate === null || (isRealDate(endDate) && endDate >= date))
    if (!isAskable || [startTime, endTime].some((time) => time !== null && !isRealTime(time))) return null
    const days = { date, endDate, type, excludeEventId }
    if (type === 'unavailable') return { ...days, startTime: null, endTime: null, membershipId }
    return { ...days, startTime, endTime, membershipId: null }
  }, [date, endDate, startTime, endTime, type, membershipId, excludeEventId])
}
