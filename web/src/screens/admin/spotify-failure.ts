import { getErrorMessage, hasErrorCode } from '#lib/api-error.ts'
import { showFailureToast } from '#ui/toast-store.ts'

/** Shows the server's message for a refusal, and the fallback for other errors. */
export function showSpotifyFailure({ title, text }: { title: string; text: string }, error: unknown): void {
  const isBroken = hasErrorCode(error, 'failed', 'unavailable', 'upstream_error')
  showFailureToast({ title, text: isBroken ? text : getErrorMessage(error, text) })
}
