// The errors of requests, and their messages for members. A message mentions the signal only if there was no response.

import type { ApiErrorCode, ErrorResponse } from '@gaffer/domain/shared/endpoint'

/** An error response. `message` is "<status>: <body>", with the status text if the body is empty. */
export class ApiError extends Error {
  readonly status: number
  /** The parsed body; null for a response that is not Gaffer's, such as a proxy's error page. */
  readonly reply: ErrorResponse | null
  /** The code of the body; `failed` for a response that is not Gaffer's. */
  readonly code: ApiErrorCode
  /** The seconds in Retry-After; null without one. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, statusText: string, body: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.reply = parseReply(body)
    this.code = this.reply?.code ?? 'failed'
    this.retryAfterSeconds = retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : null
  }
}

export const noConnectionText = 'No connection. Check your signal and try again.'
export const gafferProblemText = 'Gaffer has a problem. Please try again in a moment.'

/** A request that got no response: no signal, or no server. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(noConnectionText, { cause })
    this.name = 'NetworkError'
  }
}

/** The message for members: the server's, or that there is no connection, or else the fallback. */
export function getErrorMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return error.message
  return (error instanceof ApiError && error.reply?.message) || fallback
}

export function hasErrorCode(error: unknown, ...codes: ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

function parseReply(body: string): ErrorResponse | null {
  try {
    const reply = JSON.parse(body) as ErrorResponse | null
    return reply?.code && reply.message ? reply : null
  } catch {
    // The body is not JSON: it is a proxy's page.
    return null
  }
}
