// The Spotify search: a combobox whose list of tracks is always open below it. Enter adds the active track.

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- The keys are the combobox's, which keeps the focus. */

import { limits } from '@gaffer/domain/shared/limits'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { normalizeTitleAndArtist } from '@gaffer/domain/songs/same-song'
import { songFromTrack, type Track } from '@gaffer/domain/spotify/spotify'
import { useMemo, type RefObject, type ComponentProps } from 'react'
import { clsx } from 'clsx'
import { Check, Plus } from 'lucide-react'
import { useTrackSearch, type TrackSearch } from '#features/spotify/queries.ts'
import type { Song } from '#features/songs/queries.ts'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCombobox } from '#ui/use-combobox.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { useSavingGate } from '#ui/use-saving-gate.ts'
import { Spinner } from '#ui/spinner.tsx'
import { CoverArt } from './song-row.tsx'

const debounceMs = 200

type Props = {
  text: string
  setText: (text: string) => void
  input: RefObject<HTMLInputElement | null>
  songs: readonly Song[]
  /** The id of the track that is being added; null for a song by hand, undefined while none is added. */
  addingTrackId: string | null | undefined
  onAdd: (track: Track) => void
}

export function SpotifyTrackSearch({ text, setText, input, songs, addingTrackId, onAdd }: Props) {
  const { isOff, attempt } = useSavingGate()
  const search = useLiveSearch(text)
  const tracks = 'tracks' in search ? search.tracks : []
  const isOnList = useMemo(() => makeIsOnList(songs), [songs])
  const { isOpen, inputProps, listProps, optionProps } = useCombobox({
    items: tracks,
    keyOf: ({ id }) => id,
    listLabel: 'Songs found',
    onChoose: add,
  })

  function add(track: Track) {
    if (!isOnList(track) && addingTrackId === undefined) attempt(() => onAdd(track))
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="sticky -top-1 z-10 -mx-1 bg-surface px-1 pt-1 pb-2">
        <SearchField
          {...inputProps}
          label="Search for a song or artist"
          inputRef={input}
          placeholder="Song or artist"
          maxLength={limits.searchLength}
          value={text}
          onChange={setText}
        />
      </div>
      <SearchStatus search={search} />
      {isOpen && (
        <div {...listProps} className="-mx-2 grid grid-cols-1 gap-0.5">
          {tracks.map((track) => (
            <TrackOption
              key={track.id}
              option={optionProps(track)}
              track={track}
              isOnList={isOnList(track)}
              isOff={isOff}
              isAdding={track.id === addingTrackId}
              onAdd={() => add(track)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Returns a function that says whether the practice list has a track already, added from Spotify or by hand. */
function makeIsOnList(songs: readonly Song[]): (track: Track) => boolean {
  const tracks = new Set(songs.map(({ spotifyId }) => spotifyId))
  const keys = new Set(songs.map(normalizeTitleAndArtist))
  return (track) => tracks.has(track.id) || keys.has(normalizeTitleAndArtist(songFromTrack(track)))
}

/** The search for the typed text. Requests are debounced, but the hint for a short text is shown at once. */
function useLiveSearch(text: string): TrackSearch {
  const search = useTrackSearch(useDebouncedValue(text, debounceMs))
  if (text.trim().length < limits.searchMinLength) return { kind: 'short' }
  return search.kind === 'short' ? { kind: 'waiting', tracks: [] } : search
}

function SearchStatus({ search }: { search: TrackSearch }) {
  const isWaiting = search.kind === 'waiting' && search.tracks.length === 0
  const isShown = search.kind === 'unavailable' || search.kind === 'short' || (!isWaiting && search.tracks.length === 0)
  return (
    <>
      {/* One live region for every state: a region that is mounted together with its text is not read out. */}
      <output className={isShown ? 'grid gap-1 py-8 text-center text-muted' : 'sr-only'}>
        {isWaiting ? 'Searching' : search.kind === 'unavailable' ? <SearchUnavailable /> : searchStatusText(search)}
      </output>
      {isWaiting && [1, 2, 3].map((row) => <Skeleton key={row} className="h-14" />)}
    </>
  )
}

function SearchUnavailable() {
  return (
    <>
      <span className="font-semibold text-text">{spotifyMessages.spotifyNotConfigured}</span>
      <span>Add the song by hand. All you need is its title and artist.</span>
    </>
  )
}

function searchStatusText(search: Exclude<TrackSearch, { kind: 'unavailable' }>): string {
  if (search.kind === 'short') return spotifyMessages.searchTooShort
  const count = search.tracks.length
  if (count === 0) return spotifyMessages.nothingFound
  return count === 1 ? '1 song found' : `${count} songs found`
}

type TrackOptionProps = {
  /** The option's attributes from the combobox. */
  option: ComponentProps<'div'>
  track: Track
  isOnList: boolean
  /** Whether saving is disabled. */
  isOff: boolean
  isAdding: boolean
  onAdd: () => void
}

/** A search result, marked when the practice list has the song. */
function TrackOption({ option, track, isOnList, isOff, isAdding, onAdd }: TrackOptionProps) {
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
