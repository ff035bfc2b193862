// The entries of a set list, which are reordered by their handles.

import {
  divideSetlist,
  formatDuration,
  formatPartAfter,
  formatSetlistPart,
  numberSongs,
  type SetlistItem,
} from '@gaffer/domain/set-lists/set-list'
import { clsx } from 'clsx'
import { memo, useId, useMemo, useRef, useState } from 'react'
import type { Song } from '#features/songs/queries.ts'
import {
  reorderRowClassNameFor,
  ReorderHandle,
  ReorderHint,
  moveRow,
  formatListPosition,
  useReorder,
} from '#ui/reorder.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { itemDurationSeconds, itemTitle } from './setlist-form-values.ts'

type Props = {
  items: readonly SetlistItem[]
  songs: ReadonlyMap<string, Song>
  onReorder: (items: SetlistItem[]) => void
  onOpen: (item: SetlistItem) => void
}

export function SetlistRows({ items, songs, onReorder, onOpen }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const hint = useId()
  const [said, setSaid] = useState('')
  const { listProps, transformOf, isDragged } = useReorder({ list, count: items.length, onMove: move })
  const numbers = numberSongs(items)
  const parts = useMemo(() => divideSetlist(items, [...songs.values()]), [items, songs])
  const [first] = parts

  function move(from: number, to: number) {
    const item = items[from]
    if (!item) return
    onReorder(moveRow(items, from, to))
    setSaid(formatListPosition(itemTitle(item, songs), to, items.length))
  }

  return (
    <>
      {first && <p className="text-sm font-semibold text-muted">{formatSetlistPart(first)}</p>}
      {/* The margin keeps the focused row clear of the bar with the total. */}
      <ol ref={list} {...listProps} aria-label="Set list" className="grid grid-cols-1 [&_button]:scroll-mb-18">
        {items.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            partAfter={formatPartAfter(parts, index)}
            title={itemTitle(item, songs)}
            number={numbers[index] ?? null}
            song={item.songId === null ? undefined : songs.get(item.songId)}
            seconds={itemDurationSeconds(item, songs)}
            onOpen={onOpen}
            hintId={hint}
            transform={transformOf(index)}
            isDragged={isDragged(index)}
          />
        ))}
      </ol>
      <ReorderHint id={hint} />
      <LiveRegionText text={said} className="sr-only" />
    </>
  )
}

type ItemProps = {
  item: SetlistItem
  /** The part of the list that begins after this break. */
  partAfter: string | null
  title: string
  number: number | null
  song: Song | undefined
  seconds: number | null
  onOpen: (item: SetlistItem) => void
}

type RowProps = ItemProps & { hintId: string; transform: string | undefined; isDragged: boolean }

const Row = memo(function Row({ hintId, transform, isDragged, ...rest }: RowProps) {
  return (
    <li
      style={{ transform }}
      className={clsx(
        '@container flex items-stretch border-b border-hairline bg-bg',
        reorderRowClassNameFor(isDragged),
      )}
    >
      <ReorderHandle title={rest.title} hintId={hintId} />
      <ItemButton {...rest} />
    </li>
  )
})

function ItemButton({ item, partAfter, title, number, song, seconds, onOpen }: ItemProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(item)}
      // At large text sizes the title has a line of its own.
      className="flex min-w-0 flex-1 items-center gap-3 py-2 pr-1 text-left transition-colors hover:bg-lit @max-[15rem]:flex-wrap @max-[15rem]:gap-y-0"
    >
      {number === null ? (
        <span className="min-w-0 flex-1 border-y border-dashed border-control py-1 text-center text-sm font-semibold break-words text-muted">
          {title}
          {item.note && <span className="font-normal"> · {item.note}</span>}
          {partAfter && <span className="block font-normal">{partAfter}</span>}
        </span>
      ) : (
        <>
          <span className="w-6 shrink-0 text-right text-sm text-faint tabular-nums @max-[15rem]:order-1 @max-[15rem]:w-auto">
            {number}
          </span>
          <span className="min-w-0 flex-1 @max-[15rem]:basis-full">
            <span className="block font-semibold break-words">{title}</span>
            {item.note && <span className="block text-sm break-words text-muted">{item.note}</span>}
          </span>
          {song?.key && (
            <span className="shrink-0 text-sm text-muted @max-[15rem]:order-1">
              <span className="sr-only">in </span>
              {song.key}
            </span>
          )}
        </>
      )}
      <span className="w-12 shrink-0 text-right text-sm text-muted tabular-nums @max-[15rem]:order-1 @max-[15rem]:ml-auto">
        {seconds === null ? '' : formatDuration(seconds)}
      </span>
    </button>
  )
}
