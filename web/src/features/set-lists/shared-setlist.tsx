// The set list on the page of a shared link, with keys, tempos and notes.

import { divideSetlist, formatDuration, formatPartAfter, formatSetlistPart } from '@gaffer/domain/set-lists/set-list'

type SharedSetlistItem = {
  isSong: boolean
  title: string
  note: string | null
  /** The note of the song in the practice list; `note` is written in the set list. */
  songNote?: string | null
  key: string | null
  tempo: number | null
  durationSeconds: number | null
}
type Props = { setlist: { name: string; items: readonly SharedSetlistItem[] } }

export function SharedSetlist({ setlist: { name, items } }: Props) {
  const totalSeconds = items.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  const songNumbers = numberSongs(items)
  const parts = divideSetlist(items.map(toSetlistLine), [])
  const [first] = parts
  return (
    <section
      aria-labelledby="setlist"
      className="mt-8 border-t border-hairline pt-6 print:mt-0 print:break-before-page print:border-0 print:pt-0"
    >
      <h2 id="setlist" className="text-xl font-bold break-words">
        Set list: {name}
      </h2>
      {totalSeconds > 0 && <p className="text-muted">{formatDuration(totalSeconds)}</p>}
      {first && <p className="text-sm text-muted">{formatSetlistPart(first)}</p>}
      <ol className="mt-3 grid grid-cols-1 divide-y divide-hairline">
        {items.map((item, index) => (
          <SharedSetlistRow
            // oxlint-disable-next-line react/no-array-index-key -- the list is only shown, and songs repeat
            key={index}
            item={item}
            number={songNumbers[index] ?? null}
            partAfter={formatPartAfter(parts, index)}
          />
        ))}
      </ol>
    </section>
  )
}

/** The number of each item, from 1 for the first song; null for breaks and other lines that are not songs. */
function numberSongs(items: readonly SharedSetlistItem[]): (number | null)[] {
  let count = 0
  return items.map(({ isSong }) => (isSong ? (count += 1) : null))
}

/** Converts an item for `divideSetlist`. The title stands in for the song's id, which the shared page does not have. */
function toSetlistLine({ isSong, title, durationSeconds }: SharedSetlistItem) {
  return { songId: isSong ? title : null, label: isSong ? null : title, durationSeconds }
}

type RowProps = {
  item: SharedSetlistItem
  number: number | null
  /** The text about the part that begins after this break; null for other items. */
  partAfter: string | null
}

function SharedSetlistRow({ item, number, partAfter }: RowProps) {
  const { title, note, songNote, key, tempo, durationSeconds } = item
  const details = [key, tempo && `${tempo} bpm`, durationSeconds && formatDuration(durationSeconds)].filter(Boolean)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1.5 print:break-inside-avoid">
      <span className="w-6 shrink-0 text-right text-faint tabular-nums">{number}</span>
      <span className="min-w-0 flex-1 basis-48 break-words">
        <span className={number === null ? 'text-muted' : 'font-semibold'}>{title}</span>
        {[note, songNote, partAfter].map(
          (text, index) =>
            text && (
              // oxlint-disable-next-line react/no-array-index-key -- the three texts keep their order
              <span key={index} className="block text-sm text-muted">
                {text}
              </span>
            ),
        )}
      </span>
      <span className="pl-9 text-sm text-muted tabular-nums">{details.join(' · ')}</span>
    </li>
  )
}
