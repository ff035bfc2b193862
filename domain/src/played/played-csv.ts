import { toCsv } from '@gaffer/domain/shared/csv'
import type { PlayedItem } from './played.ts'

type PlayedGig = { venue: string | null; address: string | null; date: string; items: readonly PlayedItem[] }

/** The played list of a gig as CSV: a row for each song, with the columns in the order of the live performance form of PRS for Music. */
export function formatPlayedCsv({ venue, address, date, items }: PlayedGig): string {
  const [year, month, day] = date.split('-')
  const venueAndDate = [venue ?? '', address?.replaceAll('\n', ', ') ?? '', `${day}/${month}/${year}`]
  return toCsv([
    ['Title', 'Writers', 'Length', 'Venue', 'Address', 'Date'],
    ...items.map(({ title, writers, seconds }) => [title, writers ?? '', formatLength(seconds), ...venueAndDate]),
  ])
}

/** "3:45"; empty for an unknown length. */
function formatLength(seconds: number | null): string {
  if (seconds === null) return ''
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
