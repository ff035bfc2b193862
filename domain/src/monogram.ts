import { firstGrapheme, initialOf } from './first-grapheme.ts'

/** Stands for a band without a picture: the initials of its first two words without a leading "The", or two letters of one word. */
export function monogramOf(bandName: string): string {
  const words = bandName.trim().split(/\s+/u)
  const [first = '', second] = words.length > 1 && /^the$/i.test(words[0] ?? '') ? words.slice(1) : words
  return initialOf(first) + initialOf(second ?? first.slice(firstGrapheme(first).length))
}
