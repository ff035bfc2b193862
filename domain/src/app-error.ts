// The one way the product says no: a stable code, a sentence for the member, and which fields were wrong.
// Knows nothing of HTTP; the server's http/errors.ts maps codes to statuses.

export const appErrorCodes = [
  'invalid_input',
  'not_signed_in',
  'not_connected',
  'not_allowed',
  'not_found',
  'conflict',
  'stale',
  'too_large',
  'wrong_content_type',
  'idempotency_key_reused',
  'too_many_requests',
  'unavailable',
  'not_configured',
  'upstream_error',
] as const

export type AppErrorCode = (typeof appErrorCodes)[number]

/** One wrong field: `path` in dots ("endDate", "genres.0"), '' for the whole input. */
export type Issue = { path: string; message: string }

type Details = { issues?: readonly Issue[]; retryAfterSeconds?: number }

/** Thrown by services only. `retryAfterSeconds` goes with too_many_requests and unavailable. */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly issues: readonly Issue[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: AppErrorCode, message: string, details: Details = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.issues = details.issues
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}
