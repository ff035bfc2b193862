// Chooses which of the member's playlists is the band's practice playlist.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { ExternalLink, ListMusic, RotateCw } from 'lucide-react'
import {
  usePracticePlaylistDetails,
  useSpotifyPlaylists,
  usePracticePlaylistLink,
  type Playlist,
} from '#features/spotify/queries.ts'
import { storePracticePlaylistId } from '#features/spotify/spotify-connection.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'

export function PracticePlaylistPicker({ membership }: { membership: OwnMembership }) {
  const playlists = useSpotifyPlaylists()
  const kept = usePracticePlaylistLink()
  const chosen = usePracticePlaylistDetails()
  const readAgain = (
    <Button variant="quiet" isBusy={playlists.isFetching} onClick={() => void playlists.refetch()}>
      <RotateCw aria-hidden="true" className="size-5" />
      Refresh
    </Button>
  )
  return (
    <QueryState
      query={playlists}
      title="Your playlists"
      fallback={spotifyMessages.spotifyAway}
      loading={
        <SkeletonGroup label="Loading your playlists">
          <Skeleton className="h-40" />
        </SkeletonGroup>
      }
      empty={
        <EmptyState
          icon={<ListMusic aria-hidden="true" className="size-8" />}
          title="No playlists yet"
          text="Make one of your own in Spotify, then come back. Playlists that you only follow can’t be used."
          action={readAgain}
        />
      }
    >
      {(own) => (
        <Card as="section" aria-labelledby="playlist" className="grid grid-cols-1 content-start gap-4 p-5">
          <h2 id="playlist" className="text-lg font-bold">
            Practice playlist
          </h2>
          <Select
            label="One of your playlists"
            hint={`For ${membership.band.name}, in this browser. Choosing a playlist does not change it.`}
            placeholder="Choose a playlist"
            options={own.map((playlist) => ({ value: playlist.id, label: labelOf(playlist) }))}
            value={chosen?.id ?? ''}
            onChange={(id) => {
              storePracticePlaylistId(membership.bandId, id)
              showToast({ title: spotifyMessages.playlistChosen })
            }}
            error={kept && !chosen ? 'The chosen playlist is no longer one of yours. Choose another.' : undefined}
          />
          <div className="grid grid-cols-1 gap-3 sm:flex">
            {chosen && kept && (
              <a
                href={kept.url}
                target="_blank"
                rel="noreferrer"
                className={buttonClassNameFor({ variant: 'secondary' })}
              >
                <ExternalLink aria-hidden="true" className="size-5" />
                Open in Spotify
              </a>
            )}
            {readAgain}
          </div>
        </Card>
      )}
    </QueryState>
  )
}

function labelOf({ name, tracks: { total } }: Playlist): string {
  return `${name} · ${total} ${total === 1 ? 'song' : 'songs'}`
}
