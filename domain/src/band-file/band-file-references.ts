import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import { bandFileMessages } from './band-file-messages.ts'

/** Yields an issue if `id` is neither null nor one of the `known` ids of the file. */
export function* findMissingReference(
  known: ReadonlySet<string>,
  id: string | null,
  path: string,
): Generator<FieldIssue> {
  if (id !== null && !known.has(id)) yield { path, message: bandFileMessages.bandFileReference }
}

/** Yields an issue for each entry that has the same key as an earlier entry. Entries with the key null are skipped. */
export function* findDuplicates<T>(
  list: readonly T[],
  keyOf: (entry: T) => string | null,
  path: string,
  field?: string,
): Generator<FieldIssue> {
  const seen = new Set<string>()
  for (const [at, entry] of list.entries()) {
    const key = keyOf(entry)
    if (key === null) continue
    if (seen.has(key))
      yield {
        path: [path, at, field].filter((part) => part !== undefined).join('.'),
        message: bandFileMessages.bandFileTwice,
      }
    seen.add(key)
  }
}
