// The parts of a band's zip that are for reading only: the ledger as CSV and the set lists as text.

import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import { ledgerKindLabels } from '@gaffer/domain/money/statement'
import { formatDuration, numberSongs, type Setlist } from '@gaffer/domain/set-lists/set-list'
import { formatPoundsForCsv, toCsv } from '@gaffer/domain/shared/csv'

type LedgerLine = Pick<LedgerEntry, 'on' | 'kind' | 'displayName' | 'pence' | 'potPence' | 'method' | 'note'>

/**
 * One row for each of `lines`, in the same order. The column Owed has the amount that the entry adds to the band's debt to the person;
 * without a person, the amount is for information only.
 */
export function formatLedgerCsv(lines: readonly LedgerLine[]): string {
  return toCsv([
    ['Date', 'Kind', 'Person', 'Owed', 'Pot', 'Method', 'Note'],
    ...lines.map(({ on, kind, displayName, pence, potPence, method, note }) => [
      on,
      ledgerKindLabels[kind],
      displayName ?? '',
      formatPoundsForCsv(pence),
      formatPoundsForCsv(potPence),
      method ?? '',
      note ?? '',
    ]),
  ])
}

type Song = { id: string; title: string; artist: string; key: string | null; durationSeconds: number | null }

/**
 * The name of the set list, then one line per item: the number, title and artist of a song, or the label of a break or own line, with key,
 * length and note in brackets.
 */
export function formatSetlistText({ name, items }: Pick<Setlist, 'name' | 'items'>, songs: readonly Song[]): string {
  const songOf = new Map(songs.map((song) => [song.id, song]))
  const numbers = numberSongs(items)
  const lines = items.map(({ songId, label, note, durationSeconds }, at) => {
    const song = songId === null ? undefined : songOf.get(songId)
    const title = song ? `${song.title}, ${song.artist}` : (label ?? '')
    const seconds = durationSeconds ?? song?.durationSeconds ?? null
    const facts = [song?.key, seconds !== null && formatDuration(seconds), note].filter(Boolean)
    const number = numbers[at] ?? null
    return `${number === null ? '' : `${number}. `}${title}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
  })
  return `${name}\n\n${lines.join('\n')}\n`
}
