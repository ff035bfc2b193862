const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first user-perceived character: whole emoji, flags and accented letters. '' for a blank text. */
export function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text.trim())) return segment
  return ''
}

/** The first grapheme in upper case, for avatars without a picture. */
export function initialOf(name: string): string {
  return firstGrapheme(name).toUpperCase()
}
