// The editor of a played list: a tap takes a song out, and songs can be moved and added. Nothing is sent before "Save".

import type { PlayedItem } from '@gaffer/domain/played/played'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Song } from '#features/songs/queries.ts'
import { Button } from '#ui/button.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import {
  ReorderHandle,
  ReorderHint,
  reorderRowClassNameFor,
  formatListPosition,
  moveRow,
  useReorder,
} from '#ui/reorder.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'

type EditedRow = PlayedItem & { key: number; isPlayed: boolean }

type Props = {
  items: readonly PlayedItem[]
  songs: readonly Song[]
  /** True while no list is saved. The items then come from the set list. */
  isNew: boolean
  isSaving: boolean
  /** Called after each change of the rows, before they are saved. */
  onEdit: () => void
  onSave: (items: readonly PlayedItem[]) => void
  onCancel: () => void
}

export function PlayedEditor({ items, songs, isNew, isSaving, onEdit, onSave, onCancel }: Props) {
  const [rows, setRows] = useState<EditedRow[]>(() => items.map((item, key) => ({ ...item, key, isPlayed: true })))
  const [isChanged, setChanged] = useState(false)
  /** The text of the field that adds a song. */
  const [title, setTitle] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const hintId = useId()
  useUnsavedEntries({ isDirty: (isChanged || title.trim() !== '') && !isSaving })
  const { listProps, transformOf, isDragged } = useReorder({ list, count: rows.length, onMove: moveSong })

  function changeRows(next: EditedRow[]) {
    setRows(next)
    setChanged(true)
    onEdit()
  }

  function moveSong(from: number, to: number) {
    changeRows(moveRow(rows, from, to))
    setAnnouncement(formatListPosition(rows[from]?.title ?? '', to, rows.length))
  }

  /** Adds the song whose title is typed; returns the rows with it. */
  function addTypedSong(): EditedRow[] {
    const typed = title.trim()
    if (typed === '') return rows
    const song = songs.find((one) => one.title.toLowerCase() === typed.toLowerCase())
    const known = song
      ? { songId: song.id, title: song.title, writers: song.writers, isOwn: song.isOwn, seconds: song.durationSeconds }
      : { songId: null, title: typed, writers: null, isOwn: false, seconds: null }
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    const next = [...rows, { ...known, key, isPlayed: true }]
    changeRows(next)
    setTitle('')
    setAnnouncement(formatListPosition(known.title, rows.length, rows.length + 1))
    return next
  }

  return (
    <>
      <p className="text-sm text-muted">
        {rows.length === 0 ? playedMessages.listEmpty : isNew ? playedMessages.fromSetList : playedMessages.purpose}
      </p>
      <ol ref={list} {...listProps} aria-label="What did you play?" className="grid grid-cols-1">
        {rows.map((row, at) => (
          <li
            key={row.key}
            style={{ transform: transformOf(at) }}
            className={clsx(
              'flex items-center gap-1 border-b border-hairline bg-surface',
              reorderRowClassNameFor(isDragged(at)),
            )}
          >
            <ReorderHandle title={row.title} hintId={hintId} />
            <label className="flex min-h-14 min-w-0 flex-1 cursor-pointer items-center gap-3">
              <span
                className={clsx('min-w-0 flex-1 font-semibold break-words', !row.isPlayed && 'text-faint line-through')}
              >
                {row.title}
              </span>
              <input
                type="checkbox"
                aria-label={`${row.title} played`}
                checked={row.isPlayed}
                onChange={({ target }) =>
                  changeRows(rows.map((one) => (one === row ? { ...row, isPlayed: target.checked } : one)))
                }
                className="size-6 shrink-0 accent-(--success)"
              />
            </label>
          </li>
        ))}
      </ol>
      <ReorderHint id={hintId} />
      <LiveRegionText text={announcement} className="sr-only" />
      {rows.length < limits.playedItems && (
        <AddSong songs={songs} title={title} onType={setTitle} onAdd={addTypedSong} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button saves isBusy={isSaving} onClick={() => onSave(addTypedSong().filter(({ isPlayed }) => isPlayed))}>
          Save
        </Button>
        {!isNew && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </>
  )
}

type AddSongProps = {
  songs: readonly Song[]
  title: string
  onType: (title: string) => void
  onAdd: () => void
}

/** Adds a song by its title, which need not be on the practice list. A song may be added twice, as when an encore repeats it. */
function AddSong({ songs, title, onType, onAdd }: AddSongProps) {
  const titles = useId()

  return (
    <div className="flex items-end gap-2">
      <TextField
        label="Add a song"
        className="min-w-0 flex-1"
        list={titles}
        autoComplete="off"
        maxLength={limits.titleLength}
        value={title}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onAdd()
        }}
      />
      <datalist id={titles}>
        {songs.map((song) => (
          <option key={song.id}>{song.title}</option>
        ))}
      </datalist>
      <Button variant="secondary" disabled={title.trim() === ''} onClick={onAdd}>
        <Plus aria-hidden="true" className="size-5" />
        Add
      </Button>
    </div>
  )
}
