import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'

/** Refuses an edit unless `seenVersion` (If-Match) is the stored version. With null any version may be edited. */
export function refuseStaleEdit(stored: { version: number }, seenVersion: number | null): void {
  const { version } = stored
  if (seenVersion !== null && seenVersion !== version) throw new AppError('stale', messages.stale, { version })
}
