// Reads the unverified session claim of a request, from its cookie or bearer token. The guards verify it.

import type { FastifyRequest } from 'fastify'
import { limits } from '@gaffer/domain/shared/limits'
import { hashSecret, timingSafeEqual, hmac, type Keys } from '#platform/keys.ts'
import type { SessionClaim } from '#platform/verified-identities.ts'

/** Where a route accepts a session. 'cookie': only in the cookie; the Authorization header may have another secret. */
export type AllowedSessionTransport = 'anywhere' | 'cookie'

declare module 'fastify' {
  interface FastifyContextConfig {
    sessionFrom?: AllowedSessionTransport
  }
}

/** The Authorization header, if the route reads sessions from it. */
export function readSessionAuthorization({ headers, routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.config?.sessionFrom === 'cookie' ? undefined : headers.authorization
}

/** Bearer token of a session: `<session id>.<expiry, epoch seconds>.<HMAC>`. Invalid once the session has ended. */
export function makeAccessToken(keys: Keys, sessionId: string, now: Date): { accessToken: string; expiresAt: string } {
  const expirySeconds = Math.floor(now.getTime() / 1000) + limits.accessTokenSeconds
  const signature = hmac(keys.accessToken, sessionId, expirySeconds).toString('base64url')
  return {
    accessToken: `${sessionId}.${expirySeconds}.${signature}`,
    expiresAt: new Date(expirySeconds * 1000).toISOString(),
  }
}

/**
 * With an Authorization header the cookie is ignored: otherwise a page of another site could skip the cross-site check with a
 * made-up header.
 */
export function readSessionClaim(
  keys: Keys,
  { authorization, cookie, now }: { authorization: string | undefined; cookie: string | undefined; now: Date },
): SessionClaim | null {
  if (authorization !== undefined) return readBearer(keys, authorization, now)
  return cookie ? { tokenHash: hashSecret(cookie) } : null
}

function readBearer(keys: Keys, authorization: string, now: Date): SessionClaim | null {
  const [, sessionId, expirySeconds, signature] =
    /^Bearer ([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/i.exec(authorization) ?? []
  if (!sessionId || !expirySeconds || !signature) return null
  if (Number(expirySeconds) * 1000 <= now.getTime()) return null
  const expected = hmac(keys.accessToken, sessionId, expirySeconds)
  const isGenuine = timingSafeEqual(Buffer.from(signature, 'base64url'), expected)
  return isGenuine ? { sessionId } : null
}
