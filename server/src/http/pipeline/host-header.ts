// Rejects requests with several or malformed Host headers (RFC 9112, section 3.2): a proxy may have routed by another of the
// headers. Any well-formed name passes, because the server does not use it.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'

// A name, an IPv4 or a bracketed IPv6 address, with or without a port. RFC 9112 allows an empty value.
const wellFormedHost = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i

/** A hook for every request. HTTP/1.0 has no Host header, and some health checks still use it. */
export function validateHostHeader({ raw }: FastifyRequest, _: FastifyReply, done: (error?: Error) => void): void {
  let hostCount = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) if (isHost(raw.rawHeaders[at])) hostCount += 1
  const hasOneHost = hostCount === 1 || (hostCount === 0 && raw.httpVersion === '1.0')
  const isValid = hasOneHost && wellFormedHost.test(raw.headers.host ?? '')
  done(isValid ? undefined : new AppError('invalid_input', messages.invalidInput))
}

function isHost(name = ''): boolean {
  return name.length === 4 && name.toLowerCase() === 'host'
}
