// The signed token of an answer link: membership, event and an HMAC over both. It works as long as both exist.

import { timingSafeEqual, hmac, type Keys } from '#platform/keys.ts'
import { bytesOfId, readIdAt, idByteLength } from './id-bytes.ts'

export type AnswerClaim = { membershipId: string; eventId: string }

const macBytes = 16

export function makeAnswerToken(keys: Keys, claim: AnswerClaim): string {
  return Buffer.concat([bytesOfId(claim.membershipId), bytesOfId(claim.eventId), macOf(keys, claim)]).toString(
    'base64url',
  )
}

/** The claim of a token that this server signed; null for any other text. */
export function verifyAnswerToken(keys: Keys, token: string): AnswerClaim | null {
  // 48 bytes are exactly 64 base64url characters, so a claim has exactly one token.
  if (!/^[\w-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const claim = { membershipId: readIdAt(bytes, 0), eventId: readIdAt(bytes, idByteLength) }
  return timingSafeEqual(bytes.subarray(2 * idByteLength), macOf(keys, claim)) ? claim : null
}

function macOf(keys: Keys, { membershipId, eventId }: AnswerClaim): Buffer {
  return hmac(keys.answerLink, membershipId, eventId).subarray(0, macBytes)
}
