import { firstGrapheme, firstInitial } from '@gaffer/domain/shared/first-grapheme'

/**
 * The letters in place of a band's missing picture: the initials of the first two words of the name, without a leading "The", or the first
 * two letters of a name of one word.
 */
export function monogramOf(bandName: string): string {
  const words = bandName.trim().split(/\s+/u)
  const [first = '', second] = words.length > 1 && /^the$/i.test(words[0] ?? '') ? words.slice(1) : words
  return firstInitial(first) + firstInitial(second ?? first.slice(firstGrapheme(first).length))
}
