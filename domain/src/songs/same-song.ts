import type { Song } from './song.ts'

type TitleAndArtist = Pick<Song, 'title' | 'artist'>

/** A text that is equal for songs whose title and artist differ only in case, accents, punctuation, spaces, "and" or guests ("feat."). */
export function normalizeTitleAndArtist({ title, artist }: TitleAndArtist): string {
  return `${normalizeWithoutGuests(title)}\n${normalizeWithoutGuests(artist)}`
}

/** True if `others` include the song, also in another spelling (equal `normalizeTitleAndArtist`). */
export function hasSameSong(song: TitleAndArtist, others: readonly TitleAndArtist[]): boolean {
  const key = normalizeTitleAndArtist(song)
  return others.some((other) => normalizeTitleAndArtist(other) === key)
}

/** Whether each word of the text is part of the title or artist. Ignores case and accents. */
export function matchesSongSearch({ title, artist }: TitleAndArtist, text: string): boolean {
  const searched = normalize(`${title} ${artist}`)
  return normalize(text)
    .split(' ')
    .every((word) => searched.includes(word))
}

const bracketedGuests = /[([{]\s*(?:feat|ft|featuring)\b[^)\]}]*[)\]}]?/giu
// Matches only if text follows "feat", because "Little Feat" is a band.
const trailingGuests = /(?<=\S)\s+(?:feat\.?|ft\.?|featuring)\s+\S.*$/iu
const accents = /[\u0300-\u036f]/g
const apostrophes = /['‘’ʼ`´′]/g
const notInWords = /[^\p{L}\p{N}\p{M}]+/gu
/** Replacements of letters that have no Unicode decomposition. */
const asciiOf: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

function normalizeWithoutGuests(text: string): string {
  return normalize(text.replace(bracketedGuests, ' ').replace(trailingGuests, ''))
}

/** Lower case, without accents and punctuation, words separated by one space. */
function normalize(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(accents, '')
    // Case folding: "ẞ" becomes "ß", "SS", "ss".
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[øæœłđðþı]/g, (letter) => asciiOf[letter] as string)
    .replace(apostrophes, '')
    .replace(/[&+]/g, ' and ')
    .replace(notInWords, ' ')
    .trim()
    .normalize('NFC')
  // A title such as "???" has no words, and is compared as it was typed.
  return words || text.trim().toLowerCase()
}
