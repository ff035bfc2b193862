// The letter that stands for a name where there is no picture.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What a reader sees as the first character: an emoji, flag or accented letter whole. Empty for a blank text. */
export function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text.trim())) return segment
  return ''
}

/** The same in capitals, for badges and avatars. */
export function initialOf(name: string): string {
  return firstGrapheme(name).toUpperCase()
}
