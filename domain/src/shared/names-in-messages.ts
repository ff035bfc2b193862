// Checks whether a name that a member wrote may be part of a text or mail. Messages of Gaffer must not deliver a member's link, address
// or phone number.

/** Used instead of a band name that may not be part of a text or mail. */
export const fallbackBandName = 'your band'

const lettersAndDigits = /^[\p{L}\p{M}\p{Nd} '&-]+$/u
const letterOrDigit = /[\p{L}\p{Nd}]/u
// Spaces and punctuation between digits are allowed: "0906 123-4567" is dialled like 09061234567.
const fiveDigits = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4}/u
// A scheme or host, an IPv4 address, `www.`, `x@y`. U+3002 is the full stop that browsers read as a dot in a host name.
const addressPattern =
  /:\/\/|\/\/|www[.\u3002]|[\p{L}\p{N}][.\u3002][\p{L}\p{N}]{2,}|\d[.\u3002]\d|[\p{L}\p{N}]@[\p{L}\p{N}]/iu

/**
 * The name for a text message (NFKC, straight apostrophes). Null unless it has only letters, digits, spaces and `'&-`, and no number
 * of more than four digits.
 */
export function nameIfAllowedInText(name: string): string | null {
  const normalized = normalize(name)
  if (!lettersAndDigits.test(normalized) || !letterOrDigit.test(normalized)) return null
  return fiveDigits.test(normalized) ? null : normalized
}

/**
 * The unchanged name for a mail, or null if mail programs would make a web or phone link of it. Less strict than for texts: "AC/DC"
 * and "Wham!" are allowed.
 */
export function nameIfAllowedInMail(name: string): string | null {
  const normalized = normalize(name)
  return addressPattern.test(normalized) || fiveDigits.test(normalized) ? null : name
}

function normalize(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/gu, ' ')
    .trim()
}
