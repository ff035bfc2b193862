// CSRF protection without tokens, as in Go's CrossOriginProtection: Sec-Fetch-Site decides, or else Origin.

import type { FastifyRequest } from 'fastify'
import { isSafeMethod } from '@gaffer/domain/shared/endpoint'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { readSessionAuthorization } from '#http/guards/session-claim.ts'

/**
 * Creates a hook that refuses writes from other sites with 403. Requests without Sec-Fetch-Site and Origin pass, because no browser sent
 * them, and requests with an Authorization header, unless the route reads sessions from the cookie only. The page of a link in a mail has
 * `Referrer-Policy: no-referrer`, so its form is sent with `Origin: null`. Such a form passes from browsers without Sec-Fetch-Site: its
 * URL authorizes it, not a cookie.
 */
export function createCrossSiteHook(publicUrl: string): (request: FastifyRequest) => Promise<void> {
  const ownOrigin = new URL(publicUrl).origin
  return async (request) => {
    if (isSafeMethod(request.method) || readSessionAuthorization(request) !== undefined) return
    const fetchSite = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    const { isPage = false, passesCrossSite = false } = request.routeOptions.config
    const passes =
      fetchSite === undefined
        ? origin === undefined || origin === ownOrigin || (isPage && origin === 'null')
        : fetchSite === 'same-origin' || fetchSite === 'none'
    if (!passes && !passesCrossSite) throw new AppError('not_allowed', messages.crossSite)
  }
}
