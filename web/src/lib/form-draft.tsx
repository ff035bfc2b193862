// Offers the same account the unsaved changes of a form that was open when the session ended, until they are restored or discarded.

import { messages } from '@gaffer/domain/shared/messages'
import { useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useMeOrThrow } from './me.ts'
import { deleteFormDraft, readFormDraft } from './form-drafts.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import type { FormDraftSource } from '#ui/open-forms.ts'
import { changedValues } from './changed-values.ts'

type FormSetter<Fields extends FieldValues> = Pick<UseFormReturn<Fields>, 'setValue'>

/** The source of the draft that an unsaved form stores for `RestoreDraftBanner` when the session ends. */
export function useFormDraftSource(name: string, values: () => unknown): FormDraftSource {
  const { user } = useMeOrThrow()
  return { userId: user.id, name, values }
}

type Props<Draft> = {
  /** The name that was given to `useFormDraftSource`. */
  name: string
  formKind: keyof typeof messages.unsavedDraft
  onContinue: (draft: Draft) => void
}

export function RestoreDraftBanner<Draft>({ name, formKind, onContinue }: Props<Draft>) {
  const { user } = useMeOrThrow()
  const [draft, setDraft] = useState(() => readFormDraft<Draft>(user.id, name))

  function finishOffer(isWanted: boolean) {
    deleteFormDraft(user.id, name)
    setDraft(null)
    if (isWanted && draft !== null) onContinue(draft)
  }

  if (draft === null) return null
  return (
    <div ref={bringIntoView}>
      <Banner
        tone="warn"
        role="alert"
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => finishOffer(true)}>Continue</Button>
            <Button variant="quiet" onClick={() => finishOffer(false)}>
              Discard
            </Button>
          </div>
        }
      >
        <p className="font-semibold">{messages.unsavedDraft[formKind]}</p>
      </Banner>
    </div>
  )
}

/** The banner for a React Hook Form: "Continue" sets the stored fields in the form. */
export function RestoreHookFormDraftBanner<Fields extends FieldValues>({
  form,
  ...offer
}: Omit<Props<never>, 'onContinue'> & { form: FormSetter<Fields> }) {
  return <RestoreDraftBanner<Partial<Fields>> {...offer} onContinue={(draft) => fillForm(form, draft)} />
}

/** Scrolls to the banner, which may be below the fold. */
function bringIntoView(offer: HTMLElement | null): void {
  offer?.scrollIntoView({ block: 'center' })
}

/** The fields that differ from the default values of the form. Only these are stored in a draft. */
export function changedFormFields<Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'formState' | 'getValues'>,
) {
  return changedValues((form.formState.defaultValues ?? {}) as Fields, form.getValues())
}

/**
 * After a save of the values `sent`, makes `saved` the default values of the form. Fields that were changed while the save ran stay changed.
 * Returns whether there are such fields.
 */
export function rebaseForm<Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'getValues' | 'reset' | 'setValue'>,
  sent: Fields,
  saved = sent,
): boolean {
  const changedSince = changedValues(sent, form.getValues())
  form.reset(saved)
  fillForm(form, changedSince)
  return Object.keys(changedSince).length > 0
}

/** Sets the fields of a draft in the form. Other fields keep the stored values. */
export function fillForm<Fields extends FieldValues>(form: FormSetter<Fields>, draft: Partial<Fields>): void {
  for (const [name, value] of Object.entries(draft)) {
    form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true })
  }
}
