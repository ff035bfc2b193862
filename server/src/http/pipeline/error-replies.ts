// Maps every thrown error to a status code and one JSON shape.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiErrorCode, ErrorResponse } from '@gaffer/domain/shared/endpoint'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import {
  databaseUnavailableError,
  describeUnavailable,
  isDatabaseUnavailable,
  isForeignKeyViolation,
} from '#platform/db/errors.ts'
import { notFoundError } from '#platform/refusals.ts'
import { pageHeaders, renderRefusalPage } from '#http/pages/html-page.ts'
import { drainRequestBody } from './read-body.ts'

export const errorStatuses: Readonly<Record<ApiErrorCode, number>> = {
  invalid_input: 400,
  not_signed_in: 401,
  not_connected: 401,
  not_allowed: 403,
  not_found: 404,
  conflict: 409,
  covered: 409,
  hidden: 410,
  stale: 412,
  too_large: 413,
  wrong_content_type: 415,
  idempotency_key_reused: 422,
  unreadable_calendar: 422,
  unsupported_file: 422,
  too_many_requests: 429,
  failed: 500,
  not_configured: 501,
  upstream_error: 502,
  unavailable: 503,
  storage_full: 507,
  full: 409,
}

const clientErrors: Record<string, { status: number; body: ErrorResponse }> = {
  HPE_HEADER_OVERFLOW: { status: 431, body: { code: 'too_large', message: messages.tooLarge } },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, body: { code: 'invalid_input', message: messages.tooSlow } },
}
const badRequest = {
  status: 400,
  body: { code: 'invalid_input', message: messages.invalidInput } satisfies ErrorResponse,
}

/** The reply to input that Node could not parse as HTTP, by the code of Node's error. */
export function createClientErrorReply(code = ''): { status: number; body: ErrorResponse } {
  return clientErrors[code] ?? badRequest
}

export function replyToError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  if (!refusal) {
    request.log.error({ err: error }, 'request failed')
    return sendError(request, reply, { code: 'failed', message: messages.failed })
  }
  if (error instanceof AppError) logCause(error, request)
  else logDatabaseError(error, request)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.version !== undefined) reply.header('etag', `"${refusal.version}"`)
  // Keep the connection open: a client that is still sending would not read the response if the connection closed.
  if (refusal.code === 'too_large') reply.removeHeader('connection')
  drainRequestBody(request.raw)
  const body: ErrorResponse = { code: refusal.code, message: refusal.message }
  if (refusal.issues) body.issues = [...refusal.issues]
  return sendError(request, reply, body)
}

/** Sends the error as JSON, or as an HTML page if the route has a page and the client accepts HTML. */
function sendError({ routeOptions, headers }: FastifyRequest, reply: FastifyReply, body: ErrorResponse): FastifyReply {
  reply.code(errorStatuses[body.code])
  const isPageRequested = routeOptions.config?.isPage && headers.accept?.includes('text/html')
  return isPageRequested ? reply.headers(pageHeaders).send(renderRefusalPage(body.message)) : reply.send(body)
}

/** Logs the cause of a refusal, for example an error of the store of files. The response does not show it. */
function logCause({ cause, message }: AppError, request: FastifyRequest): void {
  if (cause !== undefined) request.log.warn({ err: cause }, message)
}

/** Logs the cause of database errors, whose response does not show it. */
function logDatabaseError(error: unknown, request: FastifyRequest): void {
  if (isDatabaseUnavailable(error)) request.log.warn({ err: error }, describeUnavailable(error))
  else if (isForeignKeyViolation(error))
    request.log.warn(
      { err: error },
      'Foreign key violation: answered 404, because a referenced row was deleted meanwhile',
    )
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return databaseUnavailableError()
  if (isForeignKeyViolation(error)) return notFoundError()
  const { code, statusCode } = error as Partial<FastifyError>
  if (statusCode === 413) return new AppError('too_large', messages.tooLarge)
  if (statusCode === 415) return new AppError('wrong_content_type', messages.jsonOnly)
  if (statusCode === 404 || code === 'FST_ERR_MAX_PARAM_LENGTH') return notFoundError()
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return new AppError('invalid_input', messages.brokenJson)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_input', messages.invalidInput)
  return null
}
