// The form state of an event: its fields, which the domain's schema validates, its unsaved changes, and whether it is saved.

import { EventInput, type CalendarEntry, type ParsedEvent } from '@gaffer/domain/events/event'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { ConflictCheckInput } from '@gaffer/domain/clashes/conflict-check'
import { isRealDate, isRealTime } from '@gaffer/domain/shared/dates'
import { useEffect, useId, useRef, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#lib/api-error.ts'
import { fillForm } from '#lib/form-draft.tsx'
import { useZodForm } from '#ui/use-zod-form.ts'
import { changedValues } from '#lib/changed-values.ts'
import type { EventFormInitialState, EventFormProps, GigSheetEntry } from './event-form-props.ts'
import type { EventFormValues } from './event-form-values.ts'

export type EventFormMethods = UseFormReturn<EventFormValues, unknown, ParsedEvent>
export type SetEventFormValues = (fields: Partial<EventFormValues>) => void
export type EventEditing = ReturnType<typeof useEventForm>

type Options = {
  defaultValues: EventFormValues
  /** Unsaved changes of an earlier form, which override the default values. */
  draft: Partial<EventFormValues> | undefined
  gigSheet: GigSheetEntry
  onSaved: EventFormProps['onSaved']
}

export function useEventForm({ defaultValues, draft, gigSheet, onSaved }: Options) {
  const form: EventFormMethods = useZodForm(EventInput, defaultValues)
  const id = useId()
  const isDone = useRef(false)
  const sentValues = useRef(defaultValues)
  const { isSubmitted, isDirty } = form.formState

  // Some rules cover several fields: after a refused submit, a change of one field may make another field valid or invalid.
  useEffect(() => {
    if (!isSubmitted) return
    return form.subscribe({ formState: { values: true }, callback: () => void form.trigger() })
  }, [form, isSubmitted])

  useEffect(() => {
    if (draft) fillForm(form, draft)
  }, [form, draft])

  /** Marks the form as clean, once it is saved or its entries are discarded. */
  function finish(): void {
    isDone.current = true
  }

  /** The values that were changed while the last save ran; null if there are none. */
  function readChangedDuringSave(): Pick<EventFormInitialState, 'draft' | 'gigSheet'> | null {
    const changes = {
      draft: changedValues(sentValues.current, form.getValues()),
      gigSheet: gigSheet.readChangedSinceValidation(),
    }
    return Object.values(changes).some((one) => Object.keys(one).length > 0) ? changes : null
  }

  return {
    /** The id of the form element, for the submit button in the dialog's footer. */
    id,
    form,
    fields: form.watch(),
    set: (changes: Partial<EventFormValues>) => fillForm(form, changes),
    hasChanges: (hasOthers: boolean) => (isDirty || hasOthers) && !isDone.current,
    finish,
    /** Calls `save` if the fields are valid. */
    submit(save: (parsed: ParsedEvent) => Promise<void>): Promise<void> {
      return form.handleSubmit((parsed) => {
        sentValues.current = form.getValues()
        return save(parsed)
      })()
    },
    hasChangedDuringSave: () => readChangedDuringSave() !== null,
    /** Marks the form as clean and calls `onSaved`. */
    finishSave(stored: CalendarEntry) {
      finish()
      const changed = readChangedDuringSave()
      onSaved(stored, changed && { event: stored, date: stored.date, ...changed })
    },
    /** Shows the issues of a refused save at their fields. The caller shows a toast. */
    showIssuesOf(error: unknown, toFormFields = (issues: readonly FieldIssue[]) => issues): null {
      const issues = error instanceof ApiError ? toFormFields(error.reply?.issues ?? []) : []
      for (const [at, { path, message }] of issues.entries()) {
        form.setError(path as keyof EventFormValues, { message }, { shouldFocus: at === 0 })
      }
      return null
    },
  }
}

type Schedule = Pick<EventFormValues, 'date' | 'endDate' | 'startTime' | 'endTime' | 'type'>

/** The request of the conflict check; null while the days or times are incomplete. Memoised, because the caller debounces it by identity. */
export function useConflictCheckRequest(
  { date, endDate, startTime, endTime, type }: Schedule,
  { membershipId, excludeEventId }: Pick<ConflictCheckInput, 'membershipId' | 'excludeEventId'>,
): ConflictCheckInput | null {
  return useMemo(() => {
    const areDatesValid = isRealDate(date) && (endDate === null || (isRealDate(endDate) && endDate >= date))
    if (!areDatesValid || [startTime, endTime].some((time) => time !== null && !isRealTime(time))) return null
    const days = { date, endDate, type, excludeEventId }
    if (type === 'unavailable') return { ...days, startTime: null, endTime: null, membershipId }
    return { ...days, startTime, endTime, membershipId: null }
  }, [date, endDate, startTime, endTime, type, membershipId, excludeEventId])
}
