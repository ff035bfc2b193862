// Reads who a request claims to be: the session cookie, or a bearer made for a session. Proves nothing by itself;
// the gate asks the database.

import type { FastifyRequest } from 'fastify'
import { limits } from '@gaffer/domain/limits'
import { hashSecret, timingSafeEqual, hmac, type Keys } from '#platform/keys.ts'

/**
 * Where a route's session may stand. 'cookie': in the cookie alone, because the Authorization header carries another
 * secret, which is never read as a session.
 */
export type SessionPlace = 'anywhere' | 'cookie'

declare module 'fastify' {
  interface FastifyContextConfig {
    sessionIn?: SessionPlace
  }
}

/** The Authorization header, where it may speak for a session. */
export function sessionAuthorization({ headers, routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.config?.sessionIn === 'cookie' ? undefined : headers.authorization
}

/** How the database finds the session: by the hash of its secret, or by the id inside a bearer we signed. */
export type SessionClaim = { tokenHash: Buffer } | { sessionId: string }

/** A bearer for a session: `<session id>.<expiry, epoch seconds>.<HMAC>`. Dies with its session. */
export function makeAccessToken(keys: Keys, sessionId: string, now: Date): { accessToken: string; expiresAt: string } {
  const expires = Math.floor(now.getTime() / 1000) + limits.accessTokenSeconds
  const signature = hmac(keys.accessToken, sessionId, expires).toString('base64url')
  return { accessToken: `${sessionId}.${expires}.${signature}`, expiresAt: new Date(expires * 1000).toISOString() }
}

/**
 * A request with an Authorization header is a bearer call and its cookie is not looked at: otherwise a page could
 * escape the cross-site rule with a made-up header.
 */
export function readClaim(
  keys: Keys,
  { authorization, cookie, now }: { authorization: string | undefined; cookie: string | undefined; now: Date },
): SessionClaim | null {
  if (authorization !== undefined) return readBearer(keys, authorization, now)
  return cookie ? { tokenHash: hashSecret(cookie) } : null
}

function readBearer(keys: Keys, authorization: string, now: Date): SessionClaim | null {
  const [, sessionId, expires, signature] =
    /^Bearer ([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/i.exec(authorization) ?? []
  if (!sessionId || !expires || !signature) return null
  if (Number(expires) * 1000 <= now.getTime()) return null
  const genuine = timingSafeEqual(Buffer.from(signature, 'base64url'), hmac(keys.accessToken, sessionId, expires))
  return genuine ? { sessionId } : null
}
