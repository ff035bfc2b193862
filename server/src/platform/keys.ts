// Keys derived from SECRET_KEY, one for each purpose, and random secrets.

import { createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual as equalBytes } from 'node:crypto'
import { limits } from '@gaffer/domain/limits'

/**
 * `outsideTokens` encrypts OAuth tokens of other services, `calendarAddresses` the addresses of connected calendars, `storedResponses`
 * the secrets in stored responses to idempotent requests.
 */
export type Keys = Record<
  | 'code'
  | 'emailCode'
  | 'accessToken'
  | 'feed'
  | 'answerLink'
  | 'depLink'
  | 'depNumber'
  | 'unsubscribe'
  | 'sheetLink'
  | 'outsideTokens'
  | 'calendarAddresses'
  | 'storedResponses',
  Buffer
>

/** HKDF (RFC 5869): independent keys from one secret. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'gaffer', purpose, 32))
  return {
    code: derive('sign-in code'),
    emailCode: derive('email code'),
    accessToken: derive('access token'),
    feed: derive('feed address'),
    answerLink: derive('answer link'),
    depLink: derive('dep link'),
    depNumber: derive('dep number'),
    unsubscribe: derive('unsubscribe link'),
    sheetLink: derive('gig sheet link'),
    outsideTokens: derive('outside tokens'),
    calendarAddresses: derive('calendar addresses'),
    storedResponses: derive('stored responses'),
  }
}

/** 256 random bits in base64url: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A one-time code of random digits. */
export function newCode(): string {
  const { codeLength } = limits
  return String(randomInt(0, 10 ** codeLength)).padStart(codeLength, '0')
}

/** The hash that is stored instead of a secret. A fast hash is enough for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

export function hmac(key: Buffer, ...parts: (string | number)[]): Buffer {
  return createHmac('sha256', key).update(parts.join('\n')).digest()
}

/** Unlike Node's, false instead of a throw for different lengths. */
export function timingSafeEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && equalBytes(a, b)
}
