// Verifies the Authorization header of a push message (RFC 8292).

import { createPublicKey, verify } from 'node:crypto'

export type VapidIdentity = { publicKey: string; subject: string }

const dayInSeconds = 24 * 60 * 60

/** Returns the verified key and subject, or what is wrong. `audience` is the origin of the push service. */
export function verifyVapid(authorization: string | undefined, audience: string): VapidIdentity | string {
  const { t: token = '', k: publicKey = '' } = parseParameters(authorization)
  const [header = '', claims = '', signature = '', ...more] = token.split('.')
  if (signature === '' || more.length > 0) return 'no token'
  if (parseJson(header)['alg'] !== 'ES256') return 'the algorithm is not ES256'
  if (!isSignatureValid(`${header}.${claims}`, signature, publicKey)) return 'the signature does not match the key'
  const { aud, exp, sub } = parseJson(claims)
  if (aud !== audience) return 'the audience is another service'
  const now = Date.now() / 1000
  if (typeof exp !== 'number' || exp < now || exp > now + dayInSeconds)
    return 'the token has expired, or lasts too long'
  if (typeof sub !== 'string' || !/^(mailto|https):/.test(sub)) return 'the subject is no mailto: or https: address'
  return { publicKey, subject: sub }
}

/** Parses the parameters of the scheme `vapid`: `vapid t=…, k=…`. */
function parseParameters(authorization = ''): Record<string, string> {
  const [, list = ''] = /^vapid (.+)$/i.exec(authorization) ?? []
  return Object.fromEntries(list.split(',').map((pair) => pair.trim().split(/=(.*)/s).slice(0, 2)))
}

function isSignatureValid(data: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
    const bytes = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  } catch {
    // The key is not a point on the curve.
    return false
  }
}

function parseJson(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // The part is not JSON, so it has no claims.
    return {}
  }
}
