import { getErrorMessage, hasCode } from '#lib/api-error.ts'
import { showFailure } from '#ui/toast-store.ts'

/** Shows the server's message for a refusal, and the fallback for other errors. */
export function showSpotifyFailure({ title, text }: { title: string; text: string }, error: unknown): void {
  const isBroken = hasCode(error, 'failed', 'unavailable', 'upstream_error')
  showFailure({ title, text: isBroken ? text : getErrorMessage(error, text) })
}
