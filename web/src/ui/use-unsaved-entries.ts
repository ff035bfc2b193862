// Adds a form to the registry of unsaved entries, which asks before entries are lost by closing a dialog or the tab, navigation, a sign-out
// or leaving the band. When the session expires, nothing is asked, and drafts are stored for `RestoreDraftBanner`.

import { createContext, use, useEffect, useEffectEvent } from 'react'
import { registerForm, type FormDraftSource, type OpenForm } from './open-forms.ts'

/** The forms of the dialog around a component; null outside of dialogs. */
export const DialogFormsContext = createContext<Set<OpenForm> | null>(null)

export type UnsavedEntries = {
  /** A function is called when the form is left, so that a form can be saved and left in one step. */
  isDirty: boolean | (() => boolean)
  draft?: FormDraftSource | undefined
}

export function useUnsavedEntries(entries: UnsavedEntries): void {
  useFormRegistration(entries, use(DialogFormsContext))
}

/** `entries` is null while there is no form. `dialogForms` are the forms about which the surrounding dialog asks before it closes. */
export function useFormRegistration(entries: UnsavedEntries | null, dialogForms: Set<OpenForm> | null): void {
  const isDirtyNow = useEffectEvent(() => {
    const isDirty = entries?.isDirty ?? false
    return typeof isDirty === 'function' ? isDirty() : isDirty
  })
  const draftNow = useEffectEvent(() => entries?.draft ?? null)
  const isForm = entries !== null

  useEffect(() => {
    if (!isForm) return
    let isDiscarded = false
    const form: OpenForm = {
      isDirty: () => !isDiscarded && isDirtyNow(),
      discard: () => {
        isDiscarded = true
      },
      get draft() {
        return draftNow()
      },
    }
    const unregister = registerForm(form)
    dialogForms?.add(form)
    return () => {
      unregister()
      dialogForms?.delete(form)
    }
  }, [isForm, dialogForms])
}
