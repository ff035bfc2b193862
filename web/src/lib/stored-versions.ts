// The versions of things that this device's own waiting edits have made. A form that was opened before one of them was sent expects
// the version before it, and must not take the member's own edit for another member's.

import type { Change } from '#outbox/outbox-store.ts'

const versions = new Map<string, number>()

const keyOf = (about: string, version: number) => `${about} ${version}`

/** Notes that an edit turned one version into the next. */
export function noteStoredVersion({ about, version }: Pick<Change, 'about' | 'version'>, stored: number | null): void {
  if (version !== null && stored !== null && stored !== version) versions.set(keyOf(about, version), stored)
}

/** The version that the member's own edits have made of the given one. */
export function latestOwnVersion(about: string, version: number): number {
  const next = versions.get(keyOf(about, version))
  return next === undefined ? version : latestOwnVersion(about, next)
}
