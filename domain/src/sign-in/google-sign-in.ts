import { signInMessages as messages } from './sign-in-messages.ts'

/** Messages by the error code in /auth/callback?error= and /login?error=. */
export const googleErrorMessages = {
  google_needs_phone: messages.googleNeedsPhone,
  google_not_configured: messages.googleNotConfigured,
  google_cancelled: messages.googleCancelled,
  google_expired: messages.googleExpired,
  google_unavailable: messages.googleUnavailable,
  google_failed: messages.googleFailed,
} as const
export type GoogleErrorCode = keyof typeof googleErrorMessages

/** The message for an error code from a URL, which may be forged. Never throws. */
export function googleErrorMessageFor(code: string): string {
  return Object.hasOwn(googleErrorMessages, code) ? googleErrorMessages[code as GoogleErrorCode] : messages.googleFailed
}

const maxPathLength = 500
/** Path segments of word characters, with an optional query. Dots, backslashes, double slashes and control characters do not match. */
const plainPath = /^(\/|(\/[\w-]+)+)(\?[\w=&%.~+-]+)?$/

/**
 * Returns the path if it is safe to redirect to after sign-in, otherwise null. Strict against open redirects: browsers resolve
 * "//host", "/\host" and paths with dots or tabs to other sites. Never throws.
 */
export function safeInternalPath(text: string | null | undefined): string | null {
  return text && text.length <= maxPathLength && plainPath.test(text) ? text : null
}
