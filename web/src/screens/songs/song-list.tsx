import type { Membership } from '@gaffer/domain/bands/member'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import type { Song } from '@gaffer/domain/songs/song'
import { matchesSongSearch } from '@gaffer/domain/songs/same-song'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Trash2 } from 'lucide-react'
import { messages } from '@gaffer/domain/shared/messages'
import type { OwnMembership } from '#lib/me.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { useIsBelowFoldShown } from '#lib/use-is-below-fold-shown.ts'
import { showFailure } from '#lib/show-failure.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { SongFeedback } from '#features/songs/apply-song-changes.ts'
import { useSetFeedback, useRemoveSongs } from '#features/songs/queries.ts'
import { useReports } from '#features/notes/use-reports.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { playlistFailureToast } from '#features/spotify/playlist-failure.ts'
import { removeTrackFromPracticePlaylist } from '#features/spotify/queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { useUndoToastFactory } from '#features/events/use-undo.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { AnimatedList, useStablePracticeOrder } from './practice-order.tsx'
import { type SongHandlers, SongRow, CoverArt } from './song-row.tsx'

const SongCharts = lazyPart(() => import('#features/charts/song-charts.tsx'), 'SongCharts')

/** The number of rows that fill the tallest screens. */
const rowsOfFirstScreen = 15

type Props = {
  songs: readonly Song[]
  members: readonly Membership[] | undefined
  membership: OwnMembership
  /** The text in the search field; null when the list is too short to have one. */
  searchText: string | null
  onSearch: (text: string) => void
  isSelecting: boolean
  onEndSelecting: () => void
}

export function SongList({ songs, members, membership, searchText, onSearch, isSelecting, onEndSelecting }: Props) {
  const { ordered, order, touch, readTouchedId } = useStablePracticeOrder(songs)
  const [songsToRemove, setSongsToRemove] = useState<readonly Song[]>([])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const sendFeedback = useSetFeedback(membership)
  const { report, reportDialog } = useReports(membership.bandId, 'chart')
  const linkedId = useSearch({ strict: false }).song
  const handlers = useMemo(
    (): SongHandlers => ({
      giveFeedback: (feedback) =>
        void sendFeedback(feedback).catch((error: unknown) => showFailure(error, feedbackFailureOf(feedback))),
      remove: (song) => setSongsToRemove([song]),
    }),
    [sendFeedback],
  )
  const select = useCallback((id: string, isSelected: boolean) => {
    setSelected((before) => (isSelected ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))))
  }, [])
  const renderCharts = useCallback(
    (song: Song) => (
      <Suspense fallback={<Skeleton className="h-28" />}>
        <SongCharts song={song} membership={membership} onReport={report} />
      </Suspense>
    ),
    [membership, report],
  )
  const isBelowFoldShown = useIsBelowFoldShown()
  const areAllRowsRendered = isBelowFoldShown || linkedId !== undefined
  const isShown = (song: Song) => searchText === null || matchesSongSearch(song, searchText)
  const shownIds = new Set(ordered.filter(isShown).map(({ id }) => id))
  // Another member may have removed selected songs meanwhile.
  const selectedSongs = ordered.filter(({ id }) => selected.has(id))

  function endSelecting() {
    setSelected(new Set())
    onEndSelecting()
  }

  return (
    <>
      {reportDialog}
      {searchText !== null && <SongFilter text={searchText} found={shownIds.size} onChange={onSearch} />}
      <AnimatedList label="Practice list" order={order} readTouchedId={readTouchedId} onTouch={touch}>
        {(areAllRowsRendered ? ordered : ordered.slice(0, rowsOfFirstScreen)).map((song) =>
          isSelecting ? (
            <SelectableRow
              key={song.id}
              song={song}
              isHidden={!shownIds.has(song.id)}
              isSelected={selected.has(song.id)}
              onSelect={select}
            />
          ) : (
            <SongRow
              key={song.id}
              song={song}
              isOpenAtFirst={song.id === linkedId}
              isHidden={!shownIds.has(song.id)}
              members={members}
              ownId={membership.id}
              renderCharts={renderCharts}
              handlers={handlers}
            />
          ),
        )}
      </AnimatedList>
      {isSelecting && (
        <SelectionBar
          count={selectedSongs.length}
          onSelectAll={() => setSelected(new Set([...selected, ...shownIds]))}
          onRemove={() => setSongsToRemove(selectedSongs)}
          onCancel={endSelecting}
        />
      )}
      {songsToRemove.length > 0 && (
        <RemoveSongsDialog
          bandId={membership.bandId}
          songs={songsToRemove}
          onClose={() => setSongsToRemove([])}
          onRemoved={endSelecting}
        />
      )}
    </>
  )
}

function feedbackFailureOf(feedback: SongFeedback) {
  return { title: 'status' in feedback ? songMessages.readinessNotUpdated : songMessages.vetoNotUpdated }
}

type SongFilterProps = { text: string; found: number; onChange: (text: string) => void }

/** Finds a song in a long practice list by its title or artist. */
function SongFilter({ text, found, onChange }: SongFilterProps) {
  const isSearched = text.trim() !== ''
  return (
    <div className="mb-3">
      <SearchField label="Search the practice list" placeholder="Song or artist" value={text} onChange={onChange} />
      <output className={isSearched && found === 0 ? 'block py-8 text-center text-muted' : 'sr-only'}>
        {isSearched && searchResultText(found)}
      </output>
    </div>
  )
}

function searchResultText(found: number): string {
  if (found === 0) return 'No song on the list matches'
  return found === 1 ? '1 song' : `${found} songs`
}

type SelectableRowProps = {
  song: Song
  isHidden: boolean
  isSelected: boolean
  onSelect: (id: string, isSelected: boolean) => void
}

function SelectableRow({ song, isHidden, isSelected, onSelect }: SelectableRowProps) {
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

type SelectionBarProps = { count: number; onSelectAll: () => void; onRemove: () => void; onCancel: () => void }

/** The bar of the selection, which stays visible above the tab bar. */
function SelectionBar({ count, onSelectAll, onRemove, onCancel }: SelectionBarProps) {
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

type RemoveSongsDialogProps = {
  bandId: string
  songs: readonly Song[]
  onClose: () => void
  /** Called if every song was removed. */
  onRemoved?: () => void
}

/** Confirms the removal of songs and removes them from the Spotify playlist too. */
function RemoveSongsDialog({ bandId, songs, onClose, onRemoved }: RemoveSongsDialogProps) {
  const remove = useRemoveSongs(bandId)
  const undo = useUndoToastFactory()
  const [first] = songs
  const count = songs.length

  async function confirm() {
    const { results: removed, failure } = await remove.mutateAsync(songs.map(({ id }) => id))
    onClose()
    if (failure === null) onRemoved?.()
    const gone = new Set(removed)
    const goneSongs = songs.filter(({ id }) => gone.has(id))
    const playlistError = await removeFromPlaylist(goneSongs)
    const names = namesOf(goneSongs)
    const undoAction = {
      ...(goneSongs.length === 1 && { detail: names }),
      ...undo({ deleted: [{ kind: 'song', bandId, ids: removed }], text: names }),
    }
    if (failure !== null) {
      const reason = getErrorMessage(failure, messages.tryAgain)
      const text = removed.length > 0 ? `${songMessages.songsPartlyRemoved(removed.length, count)} ${reason}` : reason
      return showFailureToast({ title: songMessages.songNotRemoved, text, ...(removed.length > 0 && undoAction) })
    }
    const done = count === 1 ? songMessages.songRemovedHereOnly : songMessages.songsRemovedHereOnly(count)
    if (playlistError !== null) return showFailureToast({ ...playlistFailureToast(playlistError, done), ...undoAction })
    showToast({ title: count === 1 ? songMessages.songRemoved : songMessages.songsRemoved(count), ...undoAction })
  }

  return (
    <ConfirmDialog
      isOpen
      title={count === 1 ? 'Remove song' : `Remove ${count} songs`}
      text={count === 1 && first ? songMessages.confirmRemoveSong(first.title) : songMessages.confirmRemoveSongs(count)}
      confirmLabel="Remove"
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}

/** Removes songs from the Spotify playlist, and stops at the first error. Resolves to this error, or to null without one. */
async function removeFromPlaylist(songs: readonly Song[]): Promise<unknown> {
  try {
    for (const { spotifyId } of songs) if (spotifyId) await removeTrackFromPracticePlaylist(spotifyId)
    return null
  } catch (error) {
    return error
  }
}

function namesOf(songs: readonly Song[]): string {
  return songs.length === 1 && songs[0] ? songs[0].title : `${songs.length} songs`
}
