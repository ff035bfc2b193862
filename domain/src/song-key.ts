// When two songs of a band count as the same one.

import type { Song } from './song.ts'

type Named = Pick<Song, 'title' | 'artist'>

/** Equal for songs whose title and artist differ only in case, accents, punctuation, spaces, "and" or guests ("feat."). */
export function songKey({ title, artist }: Named): string {
  return `${plain(title)}\n${plain(artist)}`
}

/** Whether the song is among the others, as spelled here or otherwise. */
export function isListed(song: Named, others: readonly Named[]): boolean {
  const key = songKey(song)
  return others.some((other) => songKey(other) === key)
}

/** Whether each word of the text is part of the title or artist, whatever its case and accents. */
export function matchesText({ title, artist }: Named, text: string): boolean {
  const searched = fold(`${title} ${artist}`)
  return fold(text)
    .split(' ')
    .every((word) => searched.includes(word))
}

const bracketedGuests = /[([{]\s*(?:feat|ft|featuring)\b[^)\]}]*[)\]}]?/giu
// Something stands on both sides: Little Feat are a band.
const guests = /(?<=\S)\s+(?:feat\.?|ft\.?|featuring)\s+\S.*$/iu
const accents = /[\u0300-\u036f]/g
const apostrophes = /['‘’ʼ`´′]/g
const notInWords = /[^\p{L}\p{N}\p{M}]+/gu
/** Letters that Unicode does not take apart. */
const latin: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

function plain(text: string): string {
  return fold(text.replace(bracketedGuests, ' ').replace(guests, ''))
}

/** Words in lower case without accents and punctuation, one space between them. */
function fold(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(accents, '')
    // Case folding: "ẞ" becomes "ß", "SS", "ss".
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[øæœłđðþı]/g, (letter) => latin[letter] as string)
    .replace(apostrophes, '')
    .replace(/[&+]/g, ' and ')
    .replace(notInWords, ' ')
    .trim()
    .normalize('NFC')
  // Of "???", nothing else is left.
  return words || text.trim().toLowerCase()
}
