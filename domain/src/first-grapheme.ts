const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first user-perceived character: whole emoji, flags and accented letters. '' for a blank text. */
export function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text.trim())) return segment
  return ''
}

/** Stands for a band without a picture: the initials of its first two words without a leading "The", or two letters of one word. */
export function monogramOf(bandName: string): string {
  const words = bandName.trim().split(/\s+/u)
  const [first = '', second] = words.length > 1 && /^the$/i.test(words[0] ?? '') ? words.slice(1) : words
  if (second !== undefined) return initialOf(first) + initialOf(second)
  return Array.from(graphemes.segment(first), ({ segment }) => segment)
    .slice(0, 2)
    .join('')
    .toUpperCase()
}

/** The first grapheme in upper case, for avatars without a picture. */
export function initialOf(name: string): string {
  return firstGrapheme(name).toUpperCase()
}
