// The cards that import the playlist into the practice list and sync the practice list to the playlist.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { Download, Square, RefreshCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  fetchSyncRemovalCounts,
  useSyncPlaylist,
  type SyncRemovalCounts,
  type Playlist,
  type PlaylistSyncResult,
} from '#features/spotify/queries.ts'
import {
  stopPlaylistImport,
  usePlaylistImportProgress,
  useImportPlaylist,
  type PlaylistImportProgress,
} from '#features/spotify/spotify-import.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { showToast, showFailureToast } from '#ui/toast-store.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { getErrorMessage, hasErrorCode } from '#lib/api-error.ts'

type Props = { membership: OwnMembership; playlist: Playlist; handle: string }

/** The card that starts the import of the playlist, shows its progress and stops it. */
export function SpotifyImport({ membership, playlist, handle }: Props) {
  const importPlaylist = useImportPlaylist()
  const progress = usePlaylistImportProgress()
  const isRunning = progress?.isRunning ?? false
  const { bandId } = membership
  const importButton = useRef<HTMLButtonElement>(null)

  function stop() {
    // The pressed button is unmounted, so the focus must move.
    importButton.current?.focus()
    stopPlaylistImport()
  }

  async function start() {
    try {
      const done = await importPlaylist({ bandId, membershipId: membership.id, playlist, handle })
      if (done) showToast({ title: spotifyMessages.songsImported(done.added), text: describeSkippedTracks(done) })
    } catch (error) {
      showSpotifyFailure(spotifyMessages.importFailed, error)
    }
  }

  return (
    <Card as="section" aria-labelledby="import" className="grid grid-cols-1 content-start gap-4 p-5">
      <div>
        <h2 id="import" className="text-lg font-bold">
          Import songs
        </h2>
        <p className="mt-1 text-sm text-muted">
          From {playlist.name} into the practice list of {membership.band.name}, for all of the band to see. The
          playlist stays as it is.
        </p>
      </div>
      {progress && isRunning && (
        <div className="grid grid-cols-1 gap-2">
          <p className="text-sm font-medium tabular-nums">
            {progress.total === null
              ? `Reading ${progress.importRequest.playlist.name}…`
              : `${countHandledTracks(progress)} of ${progress.total} songs`}
            {progress.isWaiting && ', waiting a moment'}
          </p>
          <ProgressBar
            label={`Importing ${progress.importRequest.playlist.name}`}
            total={progress.total}
            done={countHandledTracks(progress)}
          />
        </div>
      )}
      <div className="grid grid-cols-1 gap-3 sm:flex">
        <Button ref={importButton} saves isBusy={isRunning} onClick={() => void start()}>
          {!isRunning && <Download aria-hidden="true" className="size-5" />}
          Import songs
        </Button>
        {isRunning && (
          <Button variant="secondary" onClick={stop}>
            <Square aria-hidden="true" className="size-5" />
            Stop
          </Button>
        )}
      </div>
      {progress && !isRunning && progress.importRequest.bandId === bandId && progress.total !== null && (
        <p className="text-sm text-muted">
          Last time, from {progress.importRequest.playlist.name}: {progress.added} imported.{' '}
          {describeSkippedTracks(progress)}
        </p>
      )}
    </Card>
  )
}

function countHandledTracks({ added, already, refused }: PlaylistImportProgress): number {
  return added + already + refused
}

/** Describes the tracks that were not added; undefined if there are none. */
function describeSkippedTracks(done: PlaylistImportProgress): string | undefined {
  const { total, already, refused } = done
  if (total === null) return 'Stopped before it began.'
  if (total === 0) return 'There are no songs in that playlist.'
  const left = total - countHandledTracks(done)
  const reasons = [
    already > 0 && `${already} ${already === 1 ? 'was' : 'were'} on the practice list already.`,
    refused > 0 && `${refused} could not be added.`,
    left > 0 && `${left} ${left === 1 ? 'is' : 'are'} left. Import again to continue.`,
  ]
  return reasons.filter(Boolean).join(' ') || undefined
}

/** The card that syncs the practice list to the playlist. Asks before tracks are removed from the playlist. */
export function SpotifySync({ membership, playlist, handle }: Props) {
  const sync = useSyncPlaylist()
  const isImporting = usePlaylistImportProgress()?.isRunning ?? false
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [removals, setRemovals] = useState<SyncRemovalCounts>({ songs: 0, others: 0 })
  const syncRequest = { bandId: membership.bandId, playlist, handle }

  async function runWhileBusy(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showSpotifyFailure(spotifyMessages.syncFailed, error)
    }
    setBusy(false)
  }

  const syncOrAsk = () =>
    runWhileBusy(async () => {
      const counts = await fetchSyncRemovalCounts(syncRequest)
      setRemovals(counts)
      if (counts.songs + counts.others > 0) setAsking(true)
      else await syncNow()
    })

  async function syncNow() {
    const done = await sync(syncRequest)
    showToast({ title: spotifyMessages.playlistSynced, text: describeSyncResult(done) })
  }

  return (
    <Card as="section" aria-labelledby="sync" className="grid grid-cols-1 content-start gap-4 p-5">
      <div>
        <h2 id="sync" className="text-lg font-bold">
          Sync to Spotify
        </h2>
        <p className="mt-1 text-sm text-muted">
          Makes {playlist.name} match the practice list of {membership.band.name}: its Spotify songs in practice order,
          and nothing else. Songs you add or remove in this browser change there too.
        </p>
      </div>
      {isImporting && <p className="text-sm text-muted">You can sync once the import has finished.</p>}
      <Button
        variant="secondary"
        saves
        isBusy={isBusy}
        disabled={isImporting}
        onClick={() => void syncOrAsk()}
        className="sm:justify-self-start"
      >
        {!isBusy && <RefreshCcw aria-hidden="true" className="size-5" />}
        Sync to Spotify
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Take ${describeRemovals(removals)} out of ${playlist.name}?`}
        text="They are not on the practice list. To keep the songs, import the playlist first. This cannot be undone."
        confirmLabel="Sync"
        isBusy={isBusy}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          void runWhileBusy(async () => {
            await syncNow()
            setAsking(false)
          })
        }
      />
    </Card>
  )
}

function describeRemovals({ songs, others }: SyncRemovalCounts): string {
  const ours = songs > 0 && `${songs} ${songs === 1 ? 'song' : 'songs'}`
  const theirs = others > 0 && `${others} ${others === 1 ? "item that isn't a song" : "items that aren't songs"}`
  return [ours, theirs].filter(Boolean).join(' and ')
}

function describeSyncResult({ added, removed, total }: PlaylistSyncResult): string {
  const length = `${total} ${total === 1 ? 'song' : 'songs'} in the playlist.`
  return added + removed === 0 ? `Nothing to add or remove. ${length}` : `${added} added, ${removed} removed. ${length}`
}

/** Shows the server's message for a refusal, and `text` for a server error or a failure of Spotify. */
export function showSpotifyFailure({ title, text }: { title: string; text: string }, error: unknown): void {
  const isBroken = hasErrorCode(error, 'failed', 'unavailable', 'upstream_error')
  showFailureToast({ title, text: isBroken ? text : getErrorMessage(error, text) })
}
