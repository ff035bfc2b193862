// Issues signed ID tokens (OpenID Connect Core 2), correct or with one chosen fault.

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

/** The fault of a token. `replay` is the token of the previous sign-in. */
export type IdTokenFault = 'nonce' | 'audience' | 'issuer' | 'expired' | 'signature' | 'unsigned' | 'missing' | 'replay'

export type IdTokenIssuer = {
  /** The public keys, as a JWK set (RFC 7517). */
  keys: { keys: object[] }
  /** Returns a token with the fault; null for the fault `missing`. */
  issue(claims: Claims, fault: IdTokenFault | null): string | null
}

const makeKeys = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
// The key pairs are made once per process: a pair takes a tenth of a second of CPU time, and a process may start hundreds of fakes.
let keyPairs: Promise<[published: KeyPair, unpublished: KeyPair]> | undefined
type KeyPair = Awaited<ReturnType<typeof makeKeys>>

export async function createIdTokenIssuer(): Promise<IdTokenIssuer> {
  keyPairs ??= Promise.all([makeKeys(), makeKeys()])
  const [published, unpublished] = await keyPairs
  const keyId = randomBytes(20).toString('hex')
  let previous: string | null = null

  function createToken(claims: Claims, fault: IdTokenFault | null): string | null {
    const jwtOf = (changes: Partial<Claims> = {}) => createJwt({ ...claims, ...changes }, keyId, published.privateKey)
    switch (fault) {
      case null:
        return jwtOf()
      case 'nonce':
        return jwtOf({ nonce: 'another-nonce' })
      case 'audience':
        return jwtOf({ aud: 'another-client', azp: 'another-client' })
      case 'issuer':
        return jwtOf({ iss: 'https://accounts.example.com' })
      case 'expired':
        return jwtOf({ iat: claims.iat - 7200, exp: claims.iat - 3600 })
      case 'signature':
        return createJwt(claims, keyId, unpublished.privateKey)
      case 'unsigned':
        return createJwt(claims, keyId, null)
      case 'replay':
        return previous ?? jwtOf()
      case 'missing':
        return null
    }
  }

  return {
    keys: { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
    issue(claims, fault) {
      const token = createToken(claims, fault)
      previous = createToken(claims, null)
      return token
    },
  }
}

/** A compact JWS (RFC 7515). Without a key it is unsigned, with `alg: none`. */
function createJwt(claims: Claims, keyId: string, key: KeyObject | null): string {
  const header = key === null ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', kid: keyId, typ: 'JWT' }
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${content}.${key === null ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')}`
}
