// Which names written by members travel in texts and mails. A message of ours must not carry anybody's own link, address
// or phone number.

/** What a text or mail calls a band whose name it may not carry. */
export const unnamedBand = 'your band'

const lettersAndDigits = /^[\p{L}\p{M}\p{Nd} '&-]+$/u
const somethingToRead = /[\p{L}\p{Nd}]/u
// Spaces and marks between digits count too: "0906 123-4567" is dialled like 09061234567.
const fiveDigits = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4}/u
// A scheme or host, an IPv4 address, `www.`, `x@y`. U+3002 is the full stop that browsers read as a dot in a host name.
const address =
  /:\/\/|\/\/|www[.\u3002]|[\p{L}\p{N}][.\u3002][\p{L}\p{N}]{2,}|\d[.\u3002]\d|[\p{L}\p{N}]@[\p{L}\p{N}]/iu

/**
 * The name as a text message carries it (NFKC, straight apostrophes), or null where it may not: only letters, digits,
 * spaces and `'&-`, and no number of more than four digits.
 */
export function nameInText(name: string): string | null {
  const normalized = normalize(name)
  if (!lettersAndDigits.test(normalized) || !somethingToRead.test(normalized)) return null
  return fiveDigits.test(normalized) ? null : normalized
}

/**
 * The name as a mail carries it, unchanged, or null where mail programs would make a link or a call of it. Mails name more
 * bands than texts: their text is escaped, and "AC/DC" or "Wham!" is no address.
 */
export function nameInMail(name: string): string | null {
  const normalized = normalize(name)
  return address.test(normalized) || fiveDigits.test(normalized) ? null : name
}

function normalize(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/gu, ' ')
    .trim()
}
