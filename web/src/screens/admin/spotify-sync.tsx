// Syncs the practice list to the playlist. Asks before tracks are removed from it.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { RefreshCcw } from 'lucide-react'
import { useState } from 'react'
import {
  fetchSyncRemovalCounts,
  useSyncPlaylist,
  type SyncRemovalCounts,
  type Playlist,
  type PlaylistSyncResult,
} from '#features/spotify/queries.ts'
import { usePlaylistImportProgress } from '#features/spotify/spotify-import.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { showSpotifyFailure } from './spotify-failure.ts'

type Props = { membership: OwnMembership; playlist: Playlist; handle: string }

export function SpotifySync({ membership, playlist, handle }: Props) {
  const sync = useSyncPlaylist()
  const isImporting = usePlaylistImportProgress()?.isRunning ?? false
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [removals, setRemovals] = useState<SyncRemovalCounts>({ songs: 0, others: 0 })
  const syncRequest = { bandId: membership.bandId, playlist, handle }

  async function busily(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showSpotifyFailure(spotifyMessages.syncFailed, error)
    }
    setBusy(false)
  }

  const begin = () =>
    busily(async () => {
      const found = await fetchSyncRemovalCounts(syncRequest)
      setRemovals(found)
      if (found.songs + found.others > 0) setAsking(true)
      else await finish()
    })

  async function finish() {
    const done = await sync(syncRequest)
    showToast({ title: spotifyMessages.playlistSynced, text: syncInWords(done) })
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
        onClick={() => void begin()}
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
          void busily(async () => {
            await finish()
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

function syncInWords({ added, removed, total }: PlaylistSyncResult): string {
  const length = `${total} ${total === 1 ? 'song' : 'songs'} in the playlist.`
  return added + removed === 0 ? `Nothing to add or remove. ${length}` : `${added} added, ${removed} removed. ${length}`
}
