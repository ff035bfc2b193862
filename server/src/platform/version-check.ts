import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'

/** Refuses an edit of a version (`If-Match`) that is no longer the stored one. Null edits any version. */
export function refuseStaleEdit(stored: { version: number }, seenVersion: number | null): void {
  if (seenVersion !== null && seenVersion !== stored.version) throw new Refusal('stale', messages.stale)
}
