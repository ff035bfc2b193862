// The live search: a combobox whose list of songs stands open beneath it. Arrow keys choose, Enter adds.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A datalist asks no server and shows no covers. */

import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { songKey } from '@gaffer/domain/song-key'
import { songOf } from '@gaffer/domain/spotify'
import { Search as SearchIcon, X } from 'lucide-react'
import { useEffect, useId, useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTrackSearch, type Search, type Track } from '#api/spotify.ts'
import type { Song } from '#api/songs.ts'
import { useCanSave } from '#ui/can-save.ts'
import { controlClassName } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TrackOption } from './track-option.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'

const debounceMs = 200

type Props = {
  text: string
  setText: (text: string) => void
  input: RefObject<HTMLInputElement | null>
  songs: readonly Song[]
  /** The track on its way to the list, if any. */
  adding: string | null | undefined
  onAdd: (track: Track) => void
}

export function SongSearch({ text, setText, input, songs, adding, onAdd }: Props) {
  const id = useId()
  const isResting = !useCanSave()
  const search = useLiveSearch(text)
  const tracks = 'tracks' in search ? search.tracks : []
  const [chosen, setChosen] = useState<string | null>(null)
  const at = tracks.findIndex((track) => track.id === chosen)
  const optionId = (trackId: string) => `${id}-${trackId}`
  const isOnList = useMemo(() => listedAmong(songs), [songs])

  useEffect(() => {
    if (chosen !== null) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  function add(track: Track) {
    if (adding === undefined && !isResting && !isOnList(track)) onAdd(track)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const track = tracks[at]
    if (event.key === 'ArrowDown') setChosen(tracks[(at + 1) % tracks.length]?.id ?? null)
    else if (event.key === 'ArrowUp') setChosen(tracks.at(Math.max(at, 0) - 1)?.id ?? null)
    else if (event.key !== 'Enter') return
    else if (track) add(track)
    event.preventDefault()
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="sticky -top-1 z-10 -mx-1 bg-surface px-1 pt-1 pb-2">
        <SearchIcon aria-hidden="true" className="absolute top-4.5 left-4.5 size-5 text-faint" />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label="Search for a song or artist"
          aria-autocomplete="list"
          aria-expanded={tracks.length > 0}
          aria-controls={tracks.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={at >= 0 && chosen !== null ? optionId(chosen) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Song or artist"
          maxLength={limits.searchLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClassName} h-12 pr-12! pl-11! [&::-webkit-search-cancel-button]:appearance-none`}
        />
        {text && (
          <IconButton
            label="Clear"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => {
              setText('')
              input.current?.focus()
            }}
            className="absolute! top-1.5 right-1.5"
          />
        )}
      </div>
      <Told search={search} />
      {tracks.length > 0 && (
        <div role="listbox" id={`${id}-list`} aria-label="Songs found" className="-mx-2 grid grid-cols-1 gap-0.5">
          {tracks.map((track) => (
            <TrackOption
              key={track.id}
              id={optionId(track.id)}
              track={track}
              isChosen={track.id === chosen}
              isOnList={isOnList(track)}
              isResting={isResting}
              isAdding={track.id === adding}
              onAdd={() => add(track)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether the server would refuse the track as a song that the list has, added from Spotify or by hand. */
function listedAmong(songs: readonly Song[]): (track: Track) => boolean {
  const tracks = new Set(songs.map(({ spotifyId }) => spotifyId))
  const keys = new Set(songs.map(songKey))
  return (track) => tracks.has(track.id) || keys.has(songKey(songOf(track)))
}

/** What is asked for a moment after the last key; what is said about the text, at once. */
function useLiveSearch(text: string): Search {
  const search = useTrackSearch(useDebouncedValue(text, debounceMs))
  if (text.trim().length < limits.searchFrom) return { kind: 'short' }
  return search.kind === 'short' ? { kind: 'waiting', tracks: [] } : search
}

function Told({ search }: { search: Search }) {
  const isWaiting = search.kind === 'waiting' && search.tracks.length === 0
  const isShown = search.kind === 'unavailable' || search.kind === 'short' || (!isWaiting && search.tracks.length === 0)
  return (
    <>
      {/* One region for all of it: a new one would come with its text and stay silent. */}
      <output className={isShown ? 'grid gap-1 py-8 text-center text-muted' : 'sr-only'}>
        {isWaiting ? 'Searching' : search.kind === 'unavailable' ? <Unavailable /> : sentenceFor(search)}
      </output>
      {isWaiting && [1, 2, 3].map((row) => <Skeleton key={row} className="h-14" />)}
    </>
  )
}

function Unavailable() {
  return (
    <>
      <span className="font-semibold text-text">{messages.spotifyNotConfigured}</span>
      <span>Add the song by hand. All you need is its title and artist.</span>
    </>
  )
}

function sentenceFor(search: Exclude<Search, { kind: 'unavailable' }>): string {
  if (search.kind === 'short') return messages.searchTooShort
  const count = search.tracks.length
  if (count === 0) return messages.nothingFound
  return count === 1 ? '1 song found' : `${count} songs found`
}
