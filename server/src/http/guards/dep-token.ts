// The token of a dep's link: an HMAC of the ask, which is looked up by the token's hash. Short, because a text has 160 characters.

import { hmac, type Keys } from '#platform/keys.ts'

/** 96 bits cannot be guessed; 12 bytes are 16 base64url characters. */
const tokenBytes = 12

export function makeDepToken(keys: Keys, askId: string): string {
  return hmac(keys.depLink, askId).subarray(0, tokenBytes).toString('base64url')
}
