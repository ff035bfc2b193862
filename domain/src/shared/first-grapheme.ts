/** Matches a text whose first grapheme is one ASCII character: no need for Intl.Segmenter, which loads ICU. */
const asciiStart = /^[!-~](?![^ -~])/

/** The first user-perceived character: whole emoji, flags and accented letters. '' for a blank text. */
export function firstGrapheme(text: string): string {
  const trimmed = text.trim()
  if (asciiStart.test(trimmed)) return trimmed.charAt(0)
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(trimmed)) return segment
  return ''
}

/** The first grapheme in upper case; '' for a blank text. */
export function firstInitial(name: string): string {
  return firstGrapheme(name).toUpperCase()
}
