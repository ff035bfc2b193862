// The registry of mounted forms: which are dirty, and the question before their values are discarded.

export type OpenForm = {
  isDirty: () => boolean
  /** Marks the form as clean, because its values are being discarded. */
  discard: () => void
  /** The values that `storeDirtyFormDrafts` stores; null for a form without drafts. */
  draft: FormDraftSource | null
}

export type FormDraftSource = { userId: string; name: string; values: () => unknown }

/** Asks the user; resolves to whether the values may be discarded. */
type DiscardQuestion = () => Promise<boolean>

const openForms = new Set<OpenForm>()
const listeners = new Set<() => void>()
let discardQuestion: DiscardQuestion | null = null

/** Adds a mounted form. Returns a function that removes it. */
export function registerForm(form: OpenForm): () => void {
  openForms.add(form)
  notifyListeners()
  return () => {
    openForms.delete(form)
    notifyListeners()
  }
}

export function hasOpenForms(): boolean {
  return openForms.size > 0
}

export function onOpenFormsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function listDirtyForms(): OpenForm[] {
  return [...openForms].filter(({ isDirty }) => isDirty())
}

export function hasDirtyForms(): boolean {
  return listDirtyForms().length > 0
}

/** Sets the function by which `askToDiscardForms` asks. Returns a function that removes it. */
export function setDiscardQuestion(ask: DiscardQuestion): () => void {
  discardQuestion = ask
  return () => {
    if (discardQuestion === ask) discardQuestion = null
  }
}

/** Asks once for all dirty forms. Resolves to whether their values may be discarded; none is discarded yet. */
export async function askToDiscardForms(): Promise<boolean> {
  return !hasDirtyForms() || discardQuestion === null || discardQuestion()
}

/** Asks once for all dirty forms. Resolves to true if their values may be discarded, and then all forms are clean. */
export async function confirmDiscardingForms(): Promise<boolean> {
  if (!(await askToDiscardForms())) return false
  discardForms()
  return true
}

/** Marks all forms as clean without asking, so that the router and the browser no longer block navigation. */
export function discardForms(): void {
  for (const form of openForms) form.discard()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
