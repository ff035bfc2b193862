// The versions that the server returned for this device's own waiting edits. A form that was opened before such an edit was sent has the
// version before it. Without this map, the next save would be a conflict with the member's own edit.

import type { OutboxChange } from './outbox-store.ts'

/** Identifies a versioned object by endpoint and id: an event and its gig sheet have the same id and separate versions. */
type Versioned = Pick<OutboxChange, 'endpoint' | 'subjectId'>

const versions = new Map<string, number>()

const keyOf = ({ endpoint, subjectId }: Versioned, version: number) => `${endpoint} ${subjectId} ${version}`

/** Notes that an edit turned one version into the next. */
export function recordVersionAfterEdit(
  edit: Pick<OutboxChange, 'endpoint' | 'subjectId' | 'version'>,
  stored: number | null,
): void {
  const { version } = edit
  if (version !== null && stored !== null && stored !== version) versions.set(keyOf(edit, version), stored)
}

/** The newest version that the member's own edits have made from the given version. */
export function latestVersionAfterEdits(edited: Versioned, version: number): number {
  const next = versions.get(keyOf(edited, version))
  return next === undefined ? version : latestVersionAfterEdits(edited, next)
}
