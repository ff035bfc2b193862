// The toast for something that Spotify would not do.

import { CallError, sentenceOf } from '#lib/call-error.ts'
import { showFailure } from '#ui/toast-store.ts'

/** The sentence of a refusal says more than the usual one; that something broke says less. */
export function showSpotifyFailure({ title, text }: { title: string; text: string }, error: unknown): void {
  const isBroken = error instanceof CallError && error.status >= 500 && error.status !== 501
  showFailure({ title, text: isBroken ? text : sentenceOf(error, text) })
}
