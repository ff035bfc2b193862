// The set list on paper: one A4 page. Only printing shows it, and printing shows nothing else (app.css).

import { divideSetlist, formatPartAfter, formatSetlistPart } from '@gaffer/domain/set-lists/set-list'
import { memo, useDeferredValue } from 'react'
import { createPortal } from 'react-dom'
import type { Song } from '#features/songs/queries.ts'
import { itemTitle, type SetlistFormValues } from './setlist-edit.ts'

// The width of an A4 page between its margins, the height of all rows on it, and the largest height of one row.
const pageWidthMm = 182
const rowsHeightMm = 234
const maxRowMm = 12
/** The font size of a line in proportion to its height, and the width of a letter in proportion to the font size. */
const fontShare = 0.6
const letterShare = 0.54

/** The lines of a row on which its text is largest: a long note takes two or three, in smaller type. */
function fitText(letters: number, rowMm: number): { fontSize: string; lineHeight: string } {
  const sizes = [1, 2, 3, 4].map((lines) => {
    // Lines that break between words are not full.
    const fullLines = lines === 1 ? 1 : lines - 0.5
    return Math.min((rowMm / lines) * fontShare, (fullLines * pageWidthMm) / (letters * letterShare))
  })
  const size = Math.max(...sizes)
  return { fontSize: `${size}mm`, lineHeight: `${rowMm / (sizes.indexOf(size) + 1)}mm` }
}

type Props = { draft: SetlistFormValues; songs: ReadonlyMap<string, Song> }

/** Rendered after the list on the screen, so that reordering does not wait for it. */
export function SetlistPrintSheet({ draft, songs }: Props) {
  return <PrintedSheet draft={useDeferredValue(draft)} songs={songs} />
}

const PrintedSheet = memo(function PrintedSheet({ draft, songs }: Props) {
  const rowMm = Math.min(maxRowMm, rowsHeightMm / Math.max(1, draft.items.length))
  const parts = divideSetlist(draft.items, [...songs.values()])
  const [first] = parts
  return createPortal(
    <div data-print-sheet="" aria-hidden="true" className="hidden print:block">
      <p style={{ fontSize: '8mm', lineHeight: '12mm', fontWeight: 700 }}>{draft.name}</p>
      {first && <p style={{ fontSize: '4mm', lineHeight: '6mm' }}>{formatSetlistPart(first)}</p>}
      <ol>
        {draft.items.map((item, index) => {
          const song = item.songId === null ? undefined : songs.get(item.songId)
          const title = itemTitle(item, songs)
          const details = [song?.key, item.note, formatPartAfter(parts, index)].filter(Boolean).join(' · ')
          return (
            <li
              key={item.id}
              style={fitText(title.length + details.length + 3, rowMm)}
              className={song ? 'flex justify-between gap-4' : 'border-y border-current text-center'}
            >
              <strong className="min-w-0 break-words">{title}</strong>
              {details && <span className={song && 'min-w-0 text-right break-words'}> {details}</span>}
            </li>
          )
        })}
      </ol>
    </div>,
    document.body,
  )
})
