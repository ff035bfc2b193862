// Rate limits of one server, in memory. The key is the live session, otherwise the IP address.

import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Services } from '#services.ts'
import { networkOf } from '#http/pipeline/client-network.ts'
import { sessionClaimOf } from '#http/pipeline/serve.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    requiresSession?: boolean
  }
}

/**
 * Matches route patterns and not URLs, because one path has many encodings. Static files and public pages are not limited: files cost no
 * query, and public pages are cached. Probes are not limited: a monitor often shares an IP address.
 */
const limitedRoutes = /^\/(api|auth|feeds|images|dev|answer|dep|unsubscribe|b\/:slug\/enquiries|enquiry)(\/|$)/
const maxRememberedSessions = 5000

export async function registerRateLimits(app: FastifyInstance, services: Services): Promise<void> {
  const admittedSessions = new LRUCache<string, true>({ max: maxRememberedSessions })
  const sessions = new WeakMap<FastifyRequest, string>()
  const networkOfRequest = ({ ip }: FastifyRequest) => networkOf(ip)

  await app.register(rateLimit, {
    timeWindow: 60_000,
    keyGenerator,
    max: (request: FastifyRequest, key) =>
      key === sessions.get(request) ? limits.sessionRequestsPerMinute : limits.signedOutRequestsPerMinute,
    allowList: ({ routeOptions }) => !limitedRoutes.test(routeOptions.url ?? ''),
    errorResponseBuilder: (_, { ttl }) => tooManyRequestsError(ttl),
  })
  const failedSessions = app.createRateLimit({ keyGenerator: networkOfRequest, max: limits.signedOutRequestsPerMinute })

  /**
   * A session cookie is unverified before the guard has run. On routes that require a session it has its own limit, so that many
   * members can share an IP address. Every 401 counts for the IP address, so invalid cookies evade no limit.
   */
  async function keyGenerator(request: FastifyRequest): Promise<string> {
    const session = sessionKeyOf(services, request)
    if (!session) return networkOfRequest(request)
    if (!admittedSessions.has(session)) {
      if (!request.routeOptions.config.requiresSession) return networkOfRequest(request)
      const failed = await failedSessions(request, { increment: false })
      if (!failed.isAllowed && failed.remaining === 0) throw tooManyRequestsError(failed.ttl)
    }
    sessions.set(request, session)
    return session
  }

  app.addHook('onResponse', async (request, { statusCode }) => {
    const session = sessions.get(request)
    if (!session || !request.routeOptions.config.requiresSession) return
    if (statusCode === 401) {
      admittedSessions.delete(session)
      await failedSessions(request)
    } else if (statusCode < 400) admittedSessions.set(session, true)
  })
}

function sessionKeyOf(services: Services, request: FastifyRequest): string | null {
  const claim = sessionClaimOf(services, request)
  if (!claim) return null
  return 'sessionId' in claim ? claim.sessionId : claim.tokenHash.toString('base64url')
}

function tooManyRequestsError(ttlMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(ttlMs / 1000))
  return new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds })
}
