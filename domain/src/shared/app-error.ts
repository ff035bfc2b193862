// Errors that clients see: a stable code, a message for the member and the invalid fields. The server's http/pipeline/error-replies.ts maps codes
// to HTTP statuses.

export const appErrorCodes = [
  'invalid_input',
  'not_signed_in',
  'not_connected',
  'not_allowed',
  'not_found',
  'hidden',
  'conflict',
  'covered',
  'stale',
  'too_large',
  'wrong_content_type',
  'idempotency_key_reused',
  'too_many_requests',
  'unavailable',
  'not_configured',
  'upstream_error',
  'unreadable_calendar',
  'unsupported_file',
  'storage_full',
  'full',
] as const

export type AppErrorCode = (typeof appErrorCodes)[number]

/** One invalid field. `path` is dotted ("endDate", "genres.0"), or '' for the whole input. */
export type FieldIssue = { path: string; message: string }

type AppErrorDetails = { issues?: readonly FieldIssue[]; retryAfterSeconds?: number; version?: number }

/** `retryAfterSeconds` is for the codes too_many_requests and unavailable. `version` is the version of the stored object, for the code stale. */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly issues: readonly FieldIssue[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly version: number | undefined

  constructor(code: AppErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.issues = details.issues
    this.retryAfterSeconds = details.retryAfterSeconds
    this.version = details.version
  }
}
