// The signed token in the link to a gig sheet: band, event and an HMAC over both and the id of the live link, which the guard reads from
// the database.

import { timingSafeEqual, hmac, type Keys } from '#platform/keys.ts'
import { bytesOfId, readIdAt, idByteLength } from './id-bytes.ts'

export type SheetClaim = { bandId: string; eventId: string; mac: Buffer }
type SheetLinkKey = { bandId: string; eventId: string; linkId: string }

const macBytes = 16

export function makeSheetToken(keys: Keys, link: SheetLinkKey): string {
  return Buffer.concat([bytesOfId(link.bandId), bytesOfId(link.eventId), macOf(keys, link)]).toString('base64url')
}

/** The unverified content of a token; null where the format is wrong. */
export function decodeSheetToken(token: string): SheetClaim | null {
  // 48 bytes are exactly 64 base64url characters, so a link has exactly one token.
  if (!/^[\w-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  return { bandId: readIdAt(bytes, 0), eventId: readIdAt(bytes, idByteLength), mac: bytes.subarray(2 * idByteLength) }
}

export function isSheetClaimGenuine(keys: Keys, { mac, ...event }: SheetClaim, linkId: string): boolean {
  return timingSafeEqual(mac, macOf(keys, { ...event, linkId }))
}

function macOf(keys: Keys, { bandId, eventId, linkId }: SheetLinkKey): Buffer {
  return hmac(keys.sheetLink, bandId, eventId, linkId).subarray(0, macBytes)
}
