// A search result, marked when the practice list has the song.

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- The keys are the combobox's, which keeps the focus. */

import type { Track } from '@gaffer/domain/spotify/spotify'
import { clsx } from 'clsx'
import { Check, Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { CoverArt } from './cover-art.tsx'

type Props = {
  /** The option's attributes from the combobox. */
  option: ComponentProps<'div'>
  track: Track
  isOnList: boolean
  /** Whether saving is disabled. */
  isOff: boolean
  isAdding: boolean
  onAdd: () => void
}

export function TrackOption({ option, track, isOnList, isOff, isAdding, onAdd }: Props) {
  const artists = track.artists.map(({ name }) => name).join(', ')
  return (
    <div
      {...option}
      role="option"
      aria-selected={option['aria-selected'] ?? false}
      tabIndex={-1}
      aria-disabled={isOnList || isOff || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAdd}
      className={clsx(
        'flex min-h-16 touch-manipulation items-center gap-3 rounded-control px-2 py-2 select-none aria-selected:bg-lit aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus',
        isOnList ? 'cursor-default' : 'cursor-pointer hover:bg-lit',
      )}
    >
      <CoverArt src={track.album.images.at(-1)?.url ?? null} className={clsx(isOnList && 'opacity-60')} />
      <span className="min-w-0 flex-1">
        <span className={clsx('line-clamp-2 font-semibold break-words', isOnList && 'text-muted')}>{track.name}</span>
        <span className="block truncate text-sm text-muted">
          {artists} · {track.album.name}
        </span>
      </span>
      {isAdding ? (
        <>
          <Spinner className="mx-2.5 size-5" />
          <span className="sr-only">Adding</span>
        </>
      ) : isOnList ? (
        <span className="flex items-center gap-1 text-sm font-semibold whitespace-nowrap text-success">
          <Check aria-hidden="true" className="size-4.5" />
          On the list
        </span>
      ) : (
        <Plus aria-hidden="true" className="mx-2.5 size-5 shrink-0 text-muted" />
      )}
    </div>
  )
}
