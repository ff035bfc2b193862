// What was typed when a session ended by itself, kept in the browser until its owner signs in again. Drafts belong to one
// account: another account never reads them.

import { forget, readStored, store } from './browser-storage.ts'
import { dirtyForms } from './open-forms.ts'

type Drafts = { userId: string; forms: Record<string, unknown> }

/** Keeps what is typed in every open form that offers it again. Call while the forms are still on the page. */
export function keepDrafts(): void {
  for (const { draft } of dirtyForms()) if (draft) keepDraft(draft.userId, draft.name, draft.values())
}

/** True once a draft of anybody's is kept: /login says so. */
export function hasDrafts(): boolean {
  return Object.keys(readDrafts()?.forms ?? {}).length > 0
}

/** Null where none is kept for the account. The caller knows the shape: it is what the form of that name kept. */
export function readDraft<T>(userId: string, name: string): T | null {
  const drafts = readDrafts()
  return drafts?.userId === userId ? ((drafts.forms[name] as T | undefined) ?? null) : null
}

export function dropDraft(userId: string, name: string): void {
  const drafts = readDrafts()
  if (drafts?.userId !== userId) return
  const { [name]: _, ...forms } = drafts.forms
  if (Object.keys(forms).length === 0) forget('drafts')
  else write({ userId, forms })
}

/** For when an account has signed in: drafts of another one are deleted. */
export function dropDraftsOfOthers(userId: string): void {
  const drafts = readDrafts()
  if (drafts && drafts.userId !== userId) forget('drafts')
}

function keepDraft(userId: string, name: string, values: unknown): void {
  const drafts = readDrafts()
  const forms = drafts?.userId === userId ? drafts.forms : {}
  write({ userId, forms: { ...forms, [name]: values } })
}

/** A new picture may be larger than the storage: then the words are kept without it. */
function write(drafts: Drafts): void {
  const whole = JSON.stringify(drafts)
  if (!store('drafts', whole))
    store(
      'drafts',
      JSON.stringify(drafts, (_, value: unknown) => (isPicture(value) ? undefined : value)),
    )
}

function isPicture(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:')
}

function readDrafts(): Drafts | null {
  try {
    const kept: unknown = JSON.parse(readStored('drafts') ?? 'null')
    return isDrafts(kept) ? kept : null
  } catch {
    // Not written by Gaffer: nothing is kept.
    return null
  }
}

function isDrafts(value: unknown): value is Drafts {
  if (typeof value !== 'object' || value === null) return false
  const { userId, forms } = value as Partial<Drafts>
  return typeof userId === 'string' && typeof forms === 'object' && forms !== null
}
