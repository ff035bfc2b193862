// A song of the practice list while songs are selected to be removed.

import type { Song } from '@gaffer/domain/song'
import { cardClassName } from '#ui/card.tsx'
import { Cover } from './cover.tsx'

type Props = { song: Song; isHidden: boolean; isSelected: boolean; onSelect: (id: string, isSelected: boolean) => void }

export function SelectableRow({ song, isHidden, isSelected, onSelect }: Props) {
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
        <Cover src={song.imageUrl} className="@max-[16rem]:hidden" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{song.title}</span>
          <span className="block truncate text-sm text-muted">{song.artist}</span>
        </span>
      </label>
    </li>
  )
}
