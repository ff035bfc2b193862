// The signed token in a feed URL: the id of a membership, or of a user for a personal feed, the kind, and an HMAC over both and the version.
// The guard reads the current version from the database.

import { feedKinds, type FeedKind } from '@gaffer/domain/calendar-feeds/feed-kind'
import { timingSafeEqual, hmac, type Keys } from '#platform/keys.ts'
import { bytesOfId, readIdAt, idByteLength } from './id-bytes.ts'

export type FeedClaim = { subscriberId: string; kind: FeedKind; mac: Buffer }

// 16 bytes of id, 1 of kind, 16 of HMAC: 33 bytes are exactly 44 base64url characters, so a feed has exactly one URL.
const macBytes = 16
const letters: Record<FeedKind, string> = { full: 'f', public: 'p', member: 'm', personal: 'a' }

export function makeFeedToken(keys: Keys, feed: { subscriberId: string; kind: FeedKind; version: number }): string {
  return Buffer.concat([bytesOfId(feed.subscriberId), Buffer.from(letters[feed.kind]), macOf(keys, feed)]).toString(
    'base64url',
  )
}

/** The unverified content of a token; null where the format is wrong. */
export function decodeFeedToken(token: string): FeedClaim | null {
  if (!/^[\w-]{44}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const kind = feedKinds.find((one) => letters[one].charCodeAt(0) === bytes[idByteLength])
  if (!kind) return null
  return { subscriberId: readIdAt(bytes, 0), kind, mac: bytes.subarray(idByteLength + 1) }
}

export function isFeedClaimGenuine(keys: Keys, { mac, ...feed }: FeedClaim, version: number): boolean {
  return timingSafeEqual(mac, macOf(keys, { ...feed, version }))
}

/** HMAC-SHA-256 cut to its first half, as RFC 4868 does: 128 bits cannot be guessed, and the address stays short. */
function macOf(keys: Keys, feed: { subscriberId: string; kind: FeedKind; version: number }): Buffer {
  return hmac(keys.feed, feed.subscriberId, feed.kind, feed.version).subarray(0, macBytes)
}
