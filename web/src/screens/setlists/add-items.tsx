// The dialog that adds to a set list: songs of the practice list, breaks, and lines of free text. It also removes songs.

import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { sortByPracticeOrder } from '@gaffer/domain/songs/practice-order'
import { matchesSongSearch } from '@gaffer/domain/songs/same-song'
import {
  divideSetlist,
  formatDuration,
  formatSetlistPart,
  summarizeSetlist,
  type SetlistItem,
} from '@gaffer/domain/set-lists/set-list'
import { Coffee, ListPlus, Square, SquareCheckBig } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import type { Song } from '#features/songs/queries.ts'
import { ReadinessTally } from '#features/songs/readiness.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { makeSetlistItem } from './setlist-edit.ts'

const breakSeconds = 900

type Props = {
  isOpen: boolean
  songs: readonly Song[]
  /** The active members; null if they could not be read. */
  memberIds: readonly string[] | null
  items: readonly SetlistItem[]
  onAdd: (item: SetlistItem) => void
  onRemove: (item: SetlistItem) => void
  onClose: () => void
}

export function AddSetlistItemsDialog({ isOpen, songs, memberIds, items, onAdd, onRemove, onClose }: Props) {
  const id = useId()
  const [searchText, setSearchText] = useState('')
  const [line, setLine] = useState('')
  const [announcement, setAnnouncement] = useState('')
  /** The entries that were unticked here, with their notes and lengths, by the ids of their songs. */
  const untickedItems = useRef(new Map<string, SetlistItem>())
  const itemsBySongId = Map.groupBy(items, ({ songId }) => songId)
  const isFull = items.length >= limits.setlistItems
  const shownSongs = useMemo(
    () => sortByPracticeOrder(songs).filter((song) => matchesSongSearch(song, searchText)),
    [songs, searchText],
  )

  function add(item: SetlistItem, title: string) {
    if (isFull) return
    onAdd(item)
    setAnnouncement(`${title} added, ${items.length + 1} entries`)
  }

  function toggleSong(song: Song) {
    const lastEntry = itemsBySongId.get(song.id)?.at(-1)
    if (!lastEntry) return add(untickedItems.current.get(song.id) ?? makeSetlistItem({ songId: song.id }), song.title)
    untickedItems.current.set(song.id, lastEntry)
    onRemove(lastEntry)
    setAnnouncement(`${song.title} removed, ${items.length - 1} entries`)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add to the set list"
      isDirty={line.trim() !== ''}
      height="tall"
      footer={
        <div className="grid grid-cols-1 gap-2">
          <SetlistTotals items={items} songs={songs} />
          <Button isWide saves={false} onClick={onClose}>
            Done
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {isFull && <p className="font-medium text-warn">{setlistMessages.setlistTooLong}</p>}
        {songs.length === 0 ? (
          <p className="text-muted">{setlistMessages.setlistNeedsSongs}</p>
        ) : (
          <SearchField
            label="Search the practice list"
            placeholder="Song or artist"
            value={searchText}
            onChange={setSearchText}
          />
        )}
        {songs.length > 0 && shownSongs.length === 0 && <p className="text-muted">{setlistMessages.noSongMatches}</p>}
        <ul aria-label="Practice list" className="grid grid-cols-1">
          {shownSongs.map((song) => (
            <SongChoice
              key={song.id}
              song={song}
              memberIds={memberIds ?? undefined}
              count={itemsBySongId.get(song.id)?.length ?? 0}
              isFull={isFull}
              onToggle={() => toggleSong(song)}
              onAddAgain={() => add(makeSetlistItem({ songId: song.id }), song.title)}
            />
          ))}
        </ul>
        <Button
          variant="secondary"
          onClick={() => add(makeSetlistItem({ label: 'Break', durationSeconds: breakSeconds }), 'Break')}
        >
          <Coffee aria-hidden="true" className="size-5" />
          Add a break of 15 minutes
        </Button>
        <Form
          className="flex flex-wrap items-end gap-2"
          onSubmit={() => {
            if (line.trim() === '') return
            add(makeSetlistItem({ label: line.trim() }), line.trim())
            setLine('')
          }}
        >
          <TextField
            className="min-w-0 flex-1 basis-48"
            label="A line of your own"
            isOptional
            id={id}
            autoComplete="off"
            maxLength={limits.titleLength}
            value={line}
            onChange={({ target }) => setLine(target.value)}
          />
          <Button type="submit" variant="secondary" saves={false}>
            Add
          </Button>
        </Form>
        <LiveRegionText text={announcement} className="sr-only" />
      </div>
    </Dialog>
  )
}

type ChoiceProps = {
  song: Song
  memberIds: readonly string[] | undefined
  /** How often the song is in the list. */
  count: number
  isFull: boolean
  onToggle: () => void
  onAddAgain: () => void
}

function SongChoice({ song, memberIds, count, isFull, onToggle, onAddAgain }: ChoiceProps) {
  const isInList = count > 0
  const Box = isInList ? SquareCheckBig : Square
  const facts = [song.key, song.durationSeconds !== null && formatDuration(song.durationSeconds)].filter(Boolean)
  return (
    <li className="flex items-center border-b border-hairline">
      <button
        type="button"
        aria-pressed={isInList}
        aria-disabled={(isFull && !isInList) || undefined}
        onClick={onToggle}
        className="flex min-h-14 min-w-0 flex-1 flex-wrap items-center gap-x-3 py-2 text-left transition-colors hover:bg-lit aria-disabled:opacity-60"
      >
        <Box aria-hidden="true" className={`size-5 shrink-0 ${isInList ? 'text-success' : 'text-faint'}`} />
        {/* With large text the rest of the row goes below the title. */}
        <span className="min-w-0 flex-1 basis-24">
          <span className="block font-semibold break-words">{song.title}</span>
          <span className="block text-sm break-words text-muted">{song.artist}</span>
        </span>
        <span className="grid shrink-0 justify-items-end gap-0.5">
          <ReadinessTally song={song} memberIds={memberIds} />
          <span className="text-sm text-muted tabular-nums empty:hidden">
            {count > 1 && <span className="text-success">{count}× </span>}
            {facts.join(' · ')}
          </span>
        </span>
      </button>
      {isInList && !isFull && (
        <IconButton
          label={`Add ${song.title} again`}
          icon={<ListPlus aria-hidden="true" className="size-5" />}
          onClick={onAddAgain}
        />
      )}
    </li>
  )
}

/** The length of the list so far: of each part between breaks, or of the whole list without a break. */
function SetlistTotals({ items, songs }: Pick<Props, 'items' | 'songs'>) {
  const { songs: count, ...whole } = summarizeSetlist(items, songs, [])
  const parts = divideSetlist(items, songs)
  const lines = parts.length > 0 ? parts : [{ name: 'In the list', from: 0, songs: count, ...whole }]
  return (
    <p className="grid grid-cols-1 text-sm text-muted tabular-nums">
      {lines.map((part) => (
        <span key={part.name}>{formatSetlistPart(part)}</span>
      ))}
    </p>
  )
}
