// The toast for something that Spotify would not do.

import { getErrorMessage, hasCode } from '#lib/api-error.ts'
import { showFailure } from '#ui/toast-store.ts'

/** The sentence of a refusal says more than the usual one; that something broke says less. */
export function showSpotifyFailure({ title, text }: { title: string; text: string }, error: unknown): void {
  const isBroken = hasCode(error, 'failed', 'unavailable', 'upstream_error')
  showFailure({ title, text: isBroken ? text : getErrorMessage(error, text) })
}
