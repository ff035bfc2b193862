// Cleans the text of a chart for storage. Spaces before and between words stay, because chords are aligned over their words.

const lineBreak = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g
// Control characters except tabs and line breaks, then bidi controls and other invisible characters.
const unwantedCharacters = new RegExp(
  String.raw`[\x00-\x08\x0E-\x1F\x7F-\x84\x86-\x9F]|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\p{Cs}]`,
  'gu',
)

/**
 * The text with `\n` as line break, without control, bidi and other invisible characters, spaces at the ends of lines, and blank lines at
 * the beginning and end.
 */
export function cleanChartText(text: string): string {
  const lines = text.replace(lineBreak, '\n').replace(unwantedCharacters, '').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
    .normalize('NFC')
}

/** Bytes of the text in UTF-8. Counted by hand, because the types of this package have no `TextEncoder`. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
