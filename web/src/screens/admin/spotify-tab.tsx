// The Spotify tab: the user's own connected account, and import and sync between one of its playlists and the practice list.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { clsx } from 'clsx'
import { Music2 } from 'lucide-react'
import { useRef } from 'react'
import { useServerSettings } from '#features/operations/queries.ts'
import { usePracticePlaylistDetails, useSpotifyUser } from '#features/spotify/queries.ts'
import { useSpotifyHandle } from '#features/spotify/spotify-connection.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { SpotifyAccount } from './spotify-account.tsx'
import { ConnectSpotifyPanel } from './connect-spotify-panel.tsx'
import { SpotifyImport } from './spotify-import.tsx'
import { PracticePlaylistPicker } from './practice-playlist-picker.tsx'
import { SpotifySync } from './spotify-sync.tsx'

export function SpotifyTab({ membership }: { membership: OwnMembership }) {
  const { data: settings, isLoading } = useServerSettings()
  const handle = useSpotifyHandle()
  const chosen = usePracticePlaylistDetails()
  // One error is enough: when the account fails to load, its playlists fail too.
  const { isError } = useSpotifyUser()
  const isUsable = handle !== null && !isError
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is unmounted, so the focus must move.
  const toHeading = () => heading.current?.focus()

  if (isLoading) {
    return (
      <SkeletonGroup label="Loading Spotify">
        <Skeleton className="h-40 max-w-2xl" />
      </SkeletonGroup>
    )
  }
  if (settings && !settings.spotify) {
    return (
      <EmptyState
        icon={<Music2 aria-hidden="true" className="size-8" />}
        title={spotifyMessages.spotifyNotConfigured}
        text="The person who runs this server can set it up. You can still add songs to the practice list by hand."
      />
    )
  }
  return (
    <div className={clsx('grid grid-cols-1 gap-6', isUsable && 'xl:grid-cols-2')}>
      <Card as="section" aria-labelledby="spotify">
        <h2 id="spotify" ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
          Spotify
        </h2>
        {handle === null ? (
          <ConnectSpotifyPanel onConnected={toHeading} />
        ) : (
          <SpotifyAccount color={membership.color} onDisconnected={toHeading} />
        )}
      </Card>
      {isUsable && <PracticePlaylistPicker membership={membership} />}
      {isUsable && chosen && (
        <>
          <SpotifyImport membership={membership} playlist={chosen} handle={handle} />
          <SpotifySync membership={membership} playlist={chosen} handle={handle} />
        </>
      )}
    </div>
  )
}
