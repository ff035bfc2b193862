// While an event is being recorded, a tap on a song marks where it begins.

import type { Song } from '@gaffer/domain/songs/song'
import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'

export type SongMarking = { marked: readonly string[]; mark: (songId: string) => void }

type Props = { song: Pick<Song, 'id' | 'title'>; marking: SongMarking; children?: ReactNode }

/** `children` are shown below the title. */
export function MarkSongButton({ song: { id, title }, marking: { marked, mark }, children }: Props) {
  const isMarked = marked.includes(id)
  return (
    <button
      type="button"
      onClick={() => mark(id)}
      className="flex min-h-14 w-full min-w-0 flex-1 items-center gap-3 rounded-control px-1 text-left hover:bg-lit"
    >
      <Flag
        aria-hidden="true"
        className={clsx('size-5 shrink-0', isMarked ? 'fill-current text-success' : 'text-faint')}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-words">{title}</span>
        {children}
      </span>
      {isMarked && <span className="text-sm text-muted">marked</span>}
    </button>
  )
}
