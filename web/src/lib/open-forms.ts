// The mounted forms: which are dirty, and the confirmation before their values are discarded.

export type OpenForm = {
  isDirty: () => boolean
  /** Asks the user; resolves to whether the values may be discarded. */
  ask: () => Promise<boolean>
  /** Marks the form as clean, because the page is being left. */
  discard: () => void
  /** The values that `storeDirtyFormDrafts` stores; null for a form without drafts. */
  draft: FormDraftSource | null
}

export type FormDraftSource = { userId: string; name: string; values: () => unknown }

const openForms = new Set<OpenForm>()

/** Adds a mounted form. Returns the function that removes it. */
export function registerForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => openForms.delete(form)
}

export function listDirtyForms(): OpenForm[] {
  return [...openForms].filter(({ isDirty }) => isDirty())
}

/** Asks once for all dirty forms. Resolves to whether their values may be discarded; none is discarded yet. */
export async function askToDiscardForms(): Promise<boolean> {
  const [first] = listDirtyForms()
  return first === undefined || first.ask()
}

/** Asks once for all dirty forms. Resolves to whether to leave; all forms are then clean. */
export async function confirmDiscardingForms(): Promise<boolean> {
  if (!(await askToDiscardForms())) return false
  discardForms()
  return true
}

/** Leaves without asking: the router and the browser no longer block navigation. */
export function discardForms(): void {
  for (const form of openForms) form.discard()
}
