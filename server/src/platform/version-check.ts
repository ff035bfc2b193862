import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'

/** The versions in If-Match; null if any version may be edited. */
export type SeenVersions = readonly number[] | null

/** Refuses an edit unless the stored version is among `seenVersions`. */
export function refuseStaleEdit(stored: { version: number }, seenVersions: SeenVersions): void {
  const { version } = stored
  if (seenVersions && !seenVersions.includes(version)) throw new AppError('stale', messages.stale, { version })
}
