// Signing in with Google as the pages see it: how it can end without a session, and where it may lead.

import { signInMessages as messages } from './sign-in-messages.ts'

/** Every code that /auth/callback?error= and /login?error= may carry, with its sentence. */
export const googleProblems = {
  google_needs_phone: messages.googleNeedsPhone,
  google_not_configured: messages.googleNotConfigured,
  google_cancelled: messages.googleCancelled,
  google_expired: messages.googleExpired,
  google_unavailable: messages.googleUnavailable,
  google_failed: messages.googleFailed,
} as const
export type GoogleProblem = keyof typeof googleProblems

/** The sentence for a code from an address, which anybody may have written. Never throws. */
export function sentenceOfGoogleProblem(code: string): string {
  return Object.hasOwn(googleProblems, code) ? googleProblems[code as GoogleProblem] : messages.googleFailed
}

const longestPath = 500
/** Plain names between single slashes, then a plain query: no dots, no backslash, no second slash, no control character. */
const plainPath = /^(\/|(\/[\w-]+)+)(\?[\w=&%.~+-]+)?$/

/**
 * A path of this very site to go back to after signing in, or null. Strict, because browsers read "//host",
 * "/\host" and paths with dots or tabs in them as addresses elsewhere. Never throws.
 */
export function safeInternalPath(text: string | null | undefined): string | null {
  return text && text.length <= longestPath && plainPath.test(text) ? text : null
}
