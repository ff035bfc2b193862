import type { Song } from '@gaffer/domain/songs/song'
import { Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { CoverArt } from './cover-art.tsx'

type RowProps = {
  song: Song
  isHidden: boolean
  isSelected: boolean
  onSelect: (id: string, isSelected: boolean) => void
}

export function SelectableRow({ song, isHidden, isSelected, onSelect }: RowProps) {
  return (
    <li
      data-row={song.id}
      hidden={isHidden}
      className={`${cardClassName} has-checked:border-text has-checked:bg-raised`}
    >
      <label className="flex min-h-20 cursor-pointer items-center gap-3 px-3 py-2">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={(event) => onSelect(song.id, event.target.checked)}
          className="size-6 shrink-0 accent-text"
        />
        <CoverArt src={song.imageUrl} className="@max-[16rem]:hidden" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{song.title}</span>
          <span className="block truncate text-sm text-muted">{song.artist}</span>
        </span>
      </label>
    </li>
  )
}

type BarProps = { count: number; onSelectAll: () => void; onRemove: () => void; onCancel: () => void }

/** Sticks above the tabs. */
export function SelectionBar({ count, onSelectAll, onRemove, onCancel }: BarProps) {
  return (
    <section
      aria-label="Selected songs"
      className="sticky bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 mt-3 grid gap-2 rounded-card border border-control bg-raised p-3 shadow-2xl sm:flex sm:items-center xl:bottom-4"
    >
      <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
        <output className="pl-1 font-semibold tabular-nums">
          {count === 1 ? '1 song selected' : `${count} songs selected`}
        </output>
        <Button variant="quiet" size="sm" onClick={onSelectAll}>
          Select all
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" size="narrow" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" size="narrow" saves disabled={count === 0} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
          Remove
        </Button>
      </div>
    </section>
  )
}
