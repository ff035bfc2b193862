// The forms on the page with unsaved entries: whether there are any, and asking before they are thrown away.

export type OpenForm = {
  isDirty: () => boolean
  /** Resolves to whether the member agrees to lose what they typed. */
  ask: () => Promise<boolean>
  /** From here on the form counts as clean: the page is being left. */
  discard: () => void
  /** What was typed, for `keepDrafts`; null for a form that isn't offered again. */
  draft: FormDraft | null
}

export type FormDraft = { userId: string; name: string; values: () => unknown }

const openForms = new Set<OpenForm>()

/** Returns how to unregister it. */
export function registerForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => openForms.delete(form)
}

export function dirtyForms(): OpenForm[] {
  return [...openForms].filter(({ isDirty }) => isDirty())
}

/** Asks once, whatever number of forms has unsaved entries. Resolves to whether to go on; then nothing asks again. */
export async function confirmLeaving(): Promise<boolean> {
  const [first] = dirtyForms()
  if (first && !(await first.ask())) return false
  discardForms()
  return true
}

/** For leaving without a question: neither the router nor the browser asks about the forms any more. */
export function discardForms(): void {
  for (const form of openForms) form.discard()
}
