// The versions of things that this device's own waiting edits have made. A form that was opened before one of them was sent expects
// the version before it, and must not take the member's own edit for another member's.

import type { Change } from '#outbox/outbox-store.ts'

/** One endpoint's thing: an event and its gig sheet have versions of their own. */
type Versioned = Pick<Change, 'endpoint' | 'subjectId'>

const versions = new Map<string, number>()

const keyOf = ({ endpoint, subjectId }: Versioned, version: number) => `${endpoint} ${subjectId} ${version}`

/** Notes that an edit turned one version into the next. */
export function noteStoredVersion(
  edit: Pick<Change, 'endpoint' | 'subjectId' | 'version'>,
  stored: number | null,
): void {
  const { version } = edit
  if (version !== null && stored !== null && stored !== version) versions.set(keyOf(edit, version), stored)
}

/** The version that the member's own edits have made of the given one. */
export function latestOwnVersion(edited: Versioned, version: number): number {
  const next = versions.get(keyOf(edited, version))
  return next === undefined ? version : latestOwnVersion(edited, next)
}
