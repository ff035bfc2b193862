// What can go wrong with a call, and the sentence of it that a member may read.

import type { ErrorReply } from '@gaffer/domain/endpoint'

/** The server said no. The message is "<status>: <body, or status text when it is empty>". */
export class ApiError extends Error {
  readonly status: number
  /** The server's own words, when the answer was ours and not some proxy's page. */
  readonly reply: ErrorReply | null
  /** For how long the server asked to be left alone; null where it did not. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, statusText: string, body: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`)
    this.name = 'CallError'
    this.status = status
    this.reply = parseReply(body)
    this.retryAfterSeconds = retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : null
  }
}

/** No answer came: no signal, or no server. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('No connection. Check your signal and try again.', { cause })
    this.name = 'NetworkError'
  }
}

/** The sentence to show: the server's own, or that there is no connection, or else the fallback. */
export function getErrorMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return error.message
  return (error instanceof ApiError && error.reply?.message) || fallback
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

function parseReply(body: string): ErrorReply | null {
  if (!body.startsWith('{')) return null
  try {
    const reply: unknown = JSON.parse(body)
    return isErrorReply(reply) ? reply : null
  } catch {
    return null
  }
}

function isErrorReply(value: unknown): value is ErrorReply {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value
}
