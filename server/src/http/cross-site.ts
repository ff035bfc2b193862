// Refuses writes that another site's page makes with our member's cookie. Follows Go's CrossOriginProtection:
// the browser's own word on the request's site decides, so there is no token to forget.

import type { FastifyRequest } from 'fastify'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { sessionAuthorization } from './auth/session.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A hook for every request. A call from no browser at all passes, and one whose session is a bearer; where the session
 * rides in the cookie, an Authorization header exempts nobody.
 */
export function refuseCrossSite(publicUrl: string): (request: FastifyRequest) => Promise<void> {
  const ours = new URL(publicUrl).origin
  return async (request) => {
    if (safeMethods.has(request.method) || sessionAuthorization(request) !== undefined) return
    const site = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    const passes =
      site === undefined ? origin === undefined || origin === ours : site === 'same-origin' || site === 'none'
    if (!passes) throw new AppError('not_allowed', messages.crossSite)
  }
}
