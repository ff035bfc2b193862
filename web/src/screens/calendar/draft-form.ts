// The form of an event: its state, held to the domain's schema, and one way to set several fields at once.

import { EventInput, type EventDraft } from '@gaffer/domain/event'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm, useWatch, type Resolver, type UseFormReturn } from 'react-hook-form'
import { fillForm } from '#components/form-draft.tsx'
import type { DraftFields } from './event-form-values.ts'

export type DraftForm = UseFormReturn<DraftFields, unknown, EventDraft>
export type SetFields = (fields: Partial<DraftFields>) => void

// The form's fields are an input of the schema, only with none of them left out.
const resolver = standardSchemaResolver(EventInput) as unknown as Resolver<DraftFields, unknown, EventDraft>

/** `draft` is put over what the form begins with, as unsaved entries. */
export function useDraftForm(
  defaultValues: DraftFields,
  draft?: Partial<DraftFields>,
): { form: DraftForm; fields: DraftFields; set: SetFields } {
  const form = useForm<DraftFields, unknown, EventDraft>({ resolver, defaultValues, shouldFocusError: true })
  const { isSubmitted } = form.formState
  // All fields have a value from the start: none is ever missing from what is watched.
  const fields = useWatch({ control: form.control }) as DraftFields

  // The rules span fields: once it was refused, every change may mend, or break, any of them.
  useEffect(() => {
    if (!isSubmitted) return
    return form.subscribe({ formState: { values: true }, callback: () => void form.trigger() })
  }, [form, isSubmitted])

  useEffect(() => {
    if (draft) fillForm(form, draft)
  }, [form, draft])

  function set(fields: Partial<DraftFields>) {
    for (const [name, value] of Object.entries(fields)) {
      form.setValue(name as keyof DraftFields, value, { shouldDirty: true, shouldTouch: true })
    }
  }
  return { form, fields, set }
}
