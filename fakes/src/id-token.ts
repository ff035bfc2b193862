// Signs ID tokens (OpenID Connect Core 2), and falsifies them on demand, one fault at a time. Knows no HTTP.

import { generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

export type Claims = {
  iss: string
  azp: string
  aud: string
  sub: string
  iat: number
  exp: number
  nonce?: string
  [claim: string]: unknown
}

/** What is wrong with a token; `replay` is the previous sign-in's token again. */
export type Lie = 'nonce' | 'audience' | 'issuer' | 'expired' | 'signature' | 'unsigned' | 'missing' | 'replay'

export type IdTokens = {
  /** The public keys, as a JWK set (RFC 7517). */
  keys: { keys: object[] }
  /** Null when the lie is to give none. */
  issue(claims: Claims, lie: Lie | null): string | null
}

const makeKeys = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

export async function makeIdTokens(): Promise<IdTokens> {
  const [honest, stranger] = await Promise.all([makeKeys(), makeKeys()])
  const keyId = randomBytes(20).toString('hex')
  let previous: string | null = null

  function falsify(claims: Claims, lie: Lie | null): string | null {
    const signed = (changes: Partial<Claims> = {}) => jwt({ ...claims, ...changes }, keyId, honest.privateKey)
    switch (lie) {
      case null:
        return signed()
      case 'nonce':
        return signed({ nonce: 'another-nonce' })
      case 'audience':
        return signed({ aud: 'another-client', azp: 'another-client' })
      case 'issuer':
        return signed({ iss: 'https://accounts.example.com' })
      case 'expired':
        return signed({ iat: claims.iat - 7200, exp: claims.iat - 3600 })
      case 'signature':
        return jwt(claims, keyId, stranger.privateKey)
      case 'unsigned':
        return jwt(claims, keyId, null)
      case 'replay':
        return previous ?? signed()
      case 'missing':
        return null
    }
  }

  return {
    keys: { keys: [{ ...honest.publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
    issue(claims, lie) {
      const token = falsify(claims, lie)
      previous = falsify(claims, null)
      return token
    },
  }
}

/** A compact JWS (RFC 7515), or one that says it needs no signature. */
function jwt(claims: Claims, keyId: string, key: KeyObject | null): string {
  const header = key === null ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', kid: keyId, typ: 'JWT' }
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${content}.${key === null ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')}`
}
