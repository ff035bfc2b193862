// Imports the playlist into the practice list: start, progress, stop.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { Download, Square } from 'lucide-react'
import { useRef } from 'react'
import type { Playlist } from '#features/spotify/queries.ts'
import {
  stopPlaylistImport,
  usePlaylistImportProgress,
  useImportPlaylist,
  type PlaylistImportProgress,
} from '#features/spotify/spotify-import.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { showToast } from '#ui/toast-store.ts'
import { showSpotifyFailure } from './spotify-failure.ts'

type Props = { membership: OwnMembership; playlist: Playlist; handle: string }

export function SpotifyImport({ membership, playlist, handle }: Props) {
  const importPlaylist = useImportPlaylist()
  const last = usePlaylistImportProgress()
  const isRunning = last?.isRunning ?? false
  const { bandId } = membership
  const importing = useRef<HTMLButtonElement>(null)

  function stop() {
    // The pressed button is unmounted, so the focus must move.
    importing.current?.focus()
    stopPlaylistImport()
  }

  async function start() {
    try {
      const done = await importPlaylist({ bandId, membershipId: membership.id, playlist, handle })
      if (done) showToast({ title: spotifyMessages.songsImported(done.added), text: skippedInWords(done) })
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
      {last && isRunning && (
        <div className="grid grid-cols-1 gap-2">
          <p className="text-sm font-medium tabular-nums">
            {last.total === null
              ? `Reading ${last.importRequest.playlist.name}…`
              : `${handledCount(last)} of ${last.total} songs`}
            {last.isWaiting && ', waiting a moment'}
          </p>
          <ProgressBar
            label={`Importing ${last.importRequest.playlist.name}`}
            of={last.total}
            done={handledCount(last)}
          />
        </div>
      )}
      <div className="grid grid-cols-1 gap-3 sm:flex">
        <Button ref={importing} saves isBusy={isRunning} onClick={() => void start()}>
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
      {last && !isRunning && last.importRequest.bandId === bandId && last.total !== null && (
        <p className="text-sm text-muted">
          Last time, from {last.importRequest.playlist.name}: {last.added} imported. {skippedInWords(last)}
        </p>
      )}
    </Card>
  )
}

function handledCount({ added, already, refused }: PlaylistImportProgress): number {
  return added + already + refused
}

/** The tracks that were not added, in words; undefined if there are none. */
function skippedInWords(done: PlaylistImportProgress): string | undefined {
  const { total, already, refused } = done
  if (total === null) return 'Stopped before it began.'
  if (total === 0) return 'There are no songs in that playlist.'
  const left = total - handledCount(done)
  const words = [
    already > 0 && `${already} ${already === 1 ? 'was' : 'were'} on the practice list already.`,
    refused > 0 && `${refused} could not be added.`,
    left > 0 && `${left} ${left === 1 ? 'is' : 'are'} left. Import again to continue.`,
  ]
  return words.filter(Boolean).join(' ') || undefined
}
