// Length of text messages as networks count it (3GPP TS 23.038).

const basicCharacters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Characters of the GSM alphabet that count as two. */
const extendedCharacters = '\f^{}\\[~]|€'
const sizeOfCharacter = new Map([
  ...[...basicCharacters].map((char) => [char, 1] as const),
  ...[...extendedCharacters].map((char) => [char, 2] as const),
])

/**
 * The number of messages that a text is sent as. One message has up to 160 characters of the GSM alphabet, each of several messages up to
 * 153; with other characters the limits are 70 and 67.
 */
export function countSmsSegments(text: string): number {
  const gsm = gsmLength(text)
  const [length, one, several] = gsm === null ? [text.length, 70, 67] : [gsm, 160, 153]
  return length <= one ? 1 : Math.ceil(length / several)
}

/**
 * The text with plain dashes and apostrophes, and without the accents that the GSM alphabet lacks: "Sigur Ros" for "Sigur Rós". Unchanged if
 * it has other characters that the alphabet lacks.
 */
export function transliterateToGsm(text: string): string {
  const plain = [...text.replaceAll(/[–—]/g, '-').replaceAll('’', "'")].map((char) =>
    sizeOfCharacter.has(char) ? char : char.normalize('NFKD').replaceAll(/\p{M}/gu, ''),
  )
  return gsmLength(plain.join('')) === null ? text : plain.join('')
}

/** The length in characters of the GSM alphabet; null if a character is not in it. */
function gsmLength(text: string): number | null {
  let length = 0
  for (const char of text) {
    const size = sizeOfCharacter.get(char)
    if (size === undefined) return null
    length += size
  }
  return length
}
