// Adds songs of the practice list by tapping them, breaks, and lines of the band's own.

import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { sortByPracticeOrder } from '@gaffer/domain/songs/practice-order'
import { matchesSongSearch } from '@gaffer/domain/songs/same-song'
import { formatDuration, type SetlistItem } from '@gaffer/domain/set-lists/set-list'
import { Coffee, Plus } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { Song } from '#features/songs/queries.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { newSetlistItem } from './setlist-form-values.ts'

const breakSeconds = 900

type Props = {
  isOpen: boolean
  songs: readonly Song[]
  items: readonly SetlistItem[]
  onAdd: (item: SetlistItem) => void
  onClose: () => void
}

export function AddSetlistItemsDialog({ isOpen, songs, items, onAdd, onClose }: Props) {
  const id = useId()
  const [searchText, setSearchText] = useState('')
  const [line, setLine] = useState('')
  const [said, setSaid] = useState('')
  const counts = new Map<string, number>()
  for (const { songId } of items) if (songId !== null) counts.set(songId, (counts.get(songId) ?? 0) + 1)
  const isFull = items.length >= limits.setlistItems
  const shown = useMemo(
    () => sortByPracticeOrder(songs).filter((song) => matchesSongSearch(song, searchText)),
    [songs, searchText],
  )

  function add(item: SetlistItem, title: string) {
    if (isFull) return
    onAdd(item)
    setSaid(`${title} added, ${items.length + 1} entries`)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add to the set list"
      isDirty={line.trim() !== ''}
      height="tall"
      footer={
        <Button isWide saves={false} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {isFull && <p className="font-medium text-warn">{setlistMessages.setlistTooLong}</p>}
        <Form
          className="flex flex-wrap items-end gap-2"
          onSubmit={() => {
            if (line.trim() === '') return
            add(newSetlistItem({ label: line.trim() }), line.trim())
            setLine('')
          }}
        >
          <TextField
            className="min-w-0 flex-1 basis-48"
            label="A line of your own"
            isOptional
            id={id}
            autoComplete="off"
            placeholder="Band intro, raffle"
            maxLength={limits.titleLength}
            value={line}
            onChange={({ target }) => setLine(target.value)}
          />
          <Button type="submit" variant="secondary" saves={false}>
            Add
          </Button>
        </Form>
        <Button
          variant="secondary"
          onClick={() => add(newSetlistItem({ label: 'Break', durationSeconds: breakSeconds }), 'Break')}
        >
          <Coffee aria-hidden="true" className="size-5" />
          Add a break of 15 minutes
        </Button>
        {songs.length > limits.songsWithoutSearch && (
          <SearchField
            label="Search the practice list"
            placeholder="Song or artist"
            value={searchText}
            onChange={setSearchText}
          />
        )}
        {songs.length === 0 && <p className="text-muted">{setlistMessages.setlistNeedsSongs}</p>}
        <ul aria-label="Practice list" className="grid grid-cols-1">
          {shown.map((song) => (
            <li key={song.id}>
              <button
                type="button"
                aria-disabled={isFull || undefined}
                onClick={() => add(newSetlistItem({ songId: song.id }), song.title)}
                className="flex min-h-14 w-full flex-wrap items-center gap-x-3 border-b border-hairline py-2 text-left transition-colors hover:bg-lit aria-disabled:opacity-60"
              >
                <Plus aria-hidden="true" className="size-5 shrink-0 text-accent" />
                {/* With large text the rest goes beneath. */}
                <span className="min-w-0 flex-1 basis-24">
                  <span className="block font-semibold break-words">{song.title}</span>
                  <span className="block text-sm break-words text-muted">{song.artist}</span>
                </span>
                {counts.has(song.id) && (
                  <span className="shrink-0 text-sm text-success">
                    In the list{(counts.get(song.id) ?? 1) > 1 && ` ${counts.get(song.id)}×`}
                  </span>
                )}
                {song.durationSeconds !== null && (
                  <span className="shrink-0 text-sm text-muted tabular-nums">
                    {formatDuration(song.durationSeconds)}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
        <LiveRegionText text={said} className="sr-only" />
      </div>
    </Dialog>
  )
}
