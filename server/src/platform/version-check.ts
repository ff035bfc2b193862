import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'

/** Refuses an edit of a version (`If-Match`) that is no longer the stored one. Null edits any version. */
export function refuseStaleEdit(stored: { version: number }, seenVersion: number | null): void {
  const { version } = stored
  if (seenVersion !== null && seenVersion !== version) throw new AppError('stale', messages.stale, { version })
}
