// The marks of a recording: a tap on a song plays the recording from its mark. Any member can add, move and delete marks.

import type { Mark, Recording } from '@gaffer/domain/recordings/recording'
import { limits } from '@gaffer/domain/shared/limits'
import type { Song } from '@gaffer/domain/songs/song'
import { clsx } from 'clsx'
import { Ellipsis, Flag, Timer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Select } from '#ui/select.tsx'
import { seek } from './player-store.ts'
import { useMarks, type MarkHandlers } from './queries.ts'
import { formatTimeAt } from './time-words.ts'

type Props = { bandId: string; recording: Recording; songs: readonly Song[]; atSeconds: number }

export function MarkList({ bandId, recording, songs, atSeconds }: Props) {
  const marks = useMarks({ bandId, recordingId: recording.id }, recording.name)
  const current = recording.marks.findLast((mark) => mark.atSeconds <= atSeconds)
  const titles = new Map(songs.map(({ id, title }) => [id, title]))
  return (
    <div className="grid grid-cols-1 gap-2">
      {recording.marks.length > 0 && (
        <ul aria-label="Songs in this recording" className="grid grid-cols-1 divide-y divide-hairline">
          {recording.marks.map((mark) => (
            <MarkRow
              key={mark.id}
              mark={mark}
              title={titles.get(mark.songId) ?? 'A song'}
              isCurrent={mark === current}
              atSeconds={atSeconds}
              marks={marks}
            />
          ))}
        </ul>
      )}
      {recording.marks.length < limits.marksPerRecording && songs.length > 0 && (
        <NewMark songs={songs} atSeconds={atSeconds} onAdd={marks.add} />
      )}
    </div>
  )
}

type RowProps = { mark: Mark; title: string; isCurrent: boolean; atSeconds: number; marks: MarkHandlers }

function MarkRow({ mark, title, isCurrent, atSeconds, marks }: RowProps) {
  return (
    <li className="flex items-center">
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={() => seek(mark.atSeconds)}
        className={clsx(
          'flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control px-1 text-left hover:bg-lit',
          isCurrent && 'font-semibold',
        )}
      >
        <span className="w-16 shrink-0 text-sm text-muted tabular-nums">{formatTimeAt(mark.atSeconds)}</span>
        <span className="min-w-0 break-words">{title}</span>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton label={`Change the mark of ${title}`} icon={<Ellipsis aria-hidden="true" className="size-5" />} />
        }
      >
        <MenuItem
          icon={<Timer aria-hidden="true" className="size-5" />}
          onSelect={() => marks.move(mark.id, atSeconds)}
        >
          Move to {formatTimeAt(atSeconds)}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden="true" className="size-5" />} onSelect={() => marks.remove(mark.id)}>
          Delete the mark
        </MenuItem>
      </Menu>
    </li>
  )
}

type NewProps = { songs: readonly Song[]; atSeconds: number; onAdd: MarkHandlers['add'] }

function NewMark({ songs, atSeconds, onAdd }: NewProps) {
  const [songId, setSongId] = useState('')

  async function addMark() {
    setSongId('')
    // Chooses the song of a refused mark again, unless the member has chosen another.
    if (!(await onAdd(songId, Math.floor(atSeconds)))) setSongId((now) => now || songId)
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-40 flex-1">
        <Select
          label="Song to mark"
          isLabelHidden
          placeholder="Song to mark"
          value={songId}
          onChange={setSongId}
          options={songs.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </div>
      <Button variant="secondary" size="narrow" disabled={songId === ''} onClick={() => void addMark()}>
        <Flag aria-hidden="true" className="size-5" />
        Begins at {formatTimeAt(atSeconds)}
      </Button>
    </div>
  )
}
