// Keys derived from SECRET_KEY, one for each purpose, and random secrets.

import { createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual as equalBytes } from 'node:crypto'
import { limits } from '@gaffer/domain/shared/limits'

/** The purpose of each key. A changed text changes the key. */
const purposes = {
  code: 'sign-in code',
  emailCode: 'email code',
  accessToken: 'access token',
  depNumber: 'dep number',
  /** Encrypts OAuth tokens of other services. */
  outsideTokens: 'outside tokens',
  /** Encrypts the addresses of connected calendars. */
  calendarAddresses: 'calendar addresses',
  /** Encrypts enquiries until their sender confirms them. */
  enquiries: 'enquiries',
  /** Encrypts the secrets in stored responses to idempotent requests. */
  storedResponses: 'stored responses',
}

export type Keys = Record<keyof typeof purposes, Buffer>

/** HKDF (RFC 5869): independent keys from one secret. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'gaffer', purpose, 32))
  return Object.fromEntries(Object.entries(purposes).map(([name, purpose]) => [name, derive(purpose)])) as Keys
}

/** 256 random bits in base64url: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A one-time code of random digits. */
export function newOneTimeCode(): string {
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

/** Returns false for different lengths, where Node's function throws. */
export function timingSafeEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && equalBytes(a, b)
}
