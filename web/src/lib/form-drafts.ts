// Unsaved form values of a session that expired, stored until the same account signs in again. Other accounts cannot read them.

import { deleteStored, readStored, writeStored } from './browser-storage.ts'
import { listDirtyForms } from '#ui/open-forms.ts'

/** The names of drafts are "profile", or for a form of a band "setlist/‹bandId›/‹id›". */
type Drafts = { userId: string; forms: Record<string, unknown> }

/** Stores the values of every dirty form that has drafts. Call while the forms are mounted. */
export function storeDirtyFormDrafts(): void {
  for (const { draft } of listDirtyForms()) if (draft) storeFormDraft(draft.userId, draft.name, draft.values())
}

/** The draft of a form of this account; null without one. Its shape is that of the values that the form stored. */
export function readFormDraft<T>(userId: string, name: string): T | null {
  const drafts = readDrafts()
  return drafts?.userId === userId ? ((drafts.forms[name] as T | undefined) ?? null) : null
}

export function deleteFormDraft(userId: string, name: string): void {
  const drafts = readDrafts()
  if (drafts?.userId !== userId) return
  const { [name]: _, ...forms } = drafts.forms
  if (Object.keys(forms).length === 0) deleteStored('drafts')
  else writeDrafts({ userId, forms })
}

/** Call after a sign-in: deletes the drafts of any other account. */
export function deleteDraftsOfOtherUsers(userId: string): void {
  const drafts = readDrafts()
  if (drafts && drafts.userId !== userId) deleteStored('drafts')
}

/** Deletes the drafts of bands that the user is no longer in. */
export function deleteDraftsOfLeftBands(userId: string, bandIds: readonly string[]): void {
  for (const name of Object.keys(readDrafts()?.forms ?? {})) {
    const bandId = bandIdOfDraft(name)
    if (bandId !== undefined && !bandIds.includes(bandId)) deleteFormDraft(userId, name)
  }
}

function bandIdOfDraft(name: string): string | undefined {
  return /^[^/]+\/([\da-f-]{36})(\/|$)/.exec(name)?.[1]
}

export function storeFormDraft(userId: string, name: string, values: unknown): void {
  const drafts = readDrafts()
  const forms = drafts?.userId === userId ? drafts.forms : {}
  writeDrafts({ userId, forms: { ...forms, [name]: values } })
}

function writeDrafts(drafts: Drafts): void {
  writeStored('drafts', JSON.stringify(drafts))
}

function readDrafts(): Drafts | null {
  try {
    const parsed: unknown = JSON.parse(readStored('drafts') ?? 'null')
    return isDrafts(parsed) ? parsed : null
  } catch {
    // The stored value is not JSON: an extension or an older release wrote it.
    return null
  }
}

function isDrafts(value: unknown): value is Drafts {
  if (typeof value !== 'object' || value === null) return false
  const { userId, forms } = value as Partial<Drafts>
  return typeof userId === 'string' && typeof forms === 'object' && forms !== null
}
