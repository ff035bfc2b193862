// The set list on paper: one A4 page. Only printing shows it, and printing shows nothing else (app.css).

import { divideSetlist, formatPartAfter, formatSetlistPart } from '@gaffer/domain/set-lists/set-list'
import { memo, useDeferredValue } from 'react'
import { createPortal } from 'react-dom'
import type { Song } from '#features/songs/queries.ts'
import { itemTitle, type SetlistFormValues } from './setlist-edit.ts'

// The height of all rows on an A4 page, and the largest height of one row.
const rowsHeightMm = 234
const maxRowMm = 12

type Props = { draft: SetlistFormValues; songs: ReadonlyMap<string, Song> }

/** Rendered after the list on the screen, so that reordering does not wait for it. */
export function SetlistPrintSheet({ draft, songs }: Props) {
  return <Sheet draft={useDeferredValue(draft)} songs={songs} />
}

const Sheet = memo(function Sheet({ draft, songs }: Props) {
  const row = Math.min(maxRowMm, rowsHeightMm / Math.max(1, draft.items.length))
  const parts = divideSetlist(draft.items, [...songs.values()])
  const [first] = parts
  return createPortal(
    <div data-print-sheet="" aria-hidden="true" className="hidden print:block">
      <p style={{ fontSize: '8mm', lineHeight: '12mm', fontWeight: 700 }}>{draft.name}</p>
      {first && <p style={{ fontSize: '4mm', lineHeight: '6mm' }}>{formatSetlistPart(first)}</p>}
      <ol style={{ fontSize: `${row * 0.6}mm`, lineHeight: `${row}mm` }}>
        {draft.items.map((item, index) => {
          const song = item.songId === null ? undefined : songs.get(item.songId)
          const details = [song?.key, item.note, formatPartAfter(parts, index)].filter(Boolean).join(' · ')
          return (
            <li
              key={item.id}
              className={
                song
                  ? 'flex justify-between gap-4 overflow-hidden whitespace-nowrap'
                  : 'border-y border-current text-center'
              }
            >
              <strong>{itemTitle(item, songs)}</strong>
              {details && <span> {details}</span>}
            </li>
          )
        })}
      </ol>
    </div>,
    document.body,
  )
})
