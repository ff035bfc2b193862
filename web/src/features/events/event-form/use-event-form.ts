// The form of an event: its state, validated by the domain's schema, and one way to set several fields at once.

import { EventInput, type ParsedEvent } from '@gaffer/domain/events/event'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fillForm } from '#lib/form-draft.tsx'
import { useZodForm } from '#ui/use-zod-form.ts'
import type { EventFormValues } from './event-form-values.ts'

export type EventFormMethods = UseFormReturn<EventFormValues, unknown, ParsedEvent>
export type SetEventFormValues = (fields: Partial<EventFormValues>) => void

/** `draft` has unsaved changes, which are set on top of the default values. */
export function useEventForm(
  defaultValues: EventFormValues,
  draft?: Partial<EventFormValues>,
): { form: EventFormMethods; fields: EventFormValues; set: SetEventFormValues } {
  const form = useZodForm(EventInput, defaultValues)
  const { isSubmitted } = form.formState

  // Some rules cover several fields: after a refused submit, a change of one field may make another valid or invalid.
  useEffect(() => {
    if (!isSubmitted) return
    return form.subscribe({ formState: { values: true }, callback: () => void form.trigger() })
  }, [form, isSubmitted])

  useEffect(() => {
    if (draft) fillForm(form, draft)
  }, [form, draft])

  return { form, fields: form.watch(), set: (changes) => fillForm(form, changes) }
}
