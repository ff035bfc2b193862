// The Spotify tab: the user's own connected account, and import and sync between one of its playlists and the practice list.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { firstInitial } from '@gaffer/domain/shared/first-grapheme'
import { clsx } from 'clsx'
import { Music2, ExternalLink, TriangleAlert, Unplug } from 'lucide-react'
import { useRef, useState } from 'react'
import { useServerSettings } from '#features/operations/queries.ts'
import { usePracticePlaylistDetails, useSpotifyUser } from '#features/spotify/queries.ts'
import {
  useSpotifyHandle,
  connectSpotify,
  useHasSpotifyConnectionEnded,
  disconnectSpotify,
} from '#features/spotify/spotify-connection.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { SpotifyImport } from './spotify-import.tsx'
import { PracticePlaylistPicker } from './practice-playlist-picker.tsx'
import { SpotifySync } from './spotify-sync.tsx'
import { showSpotifyFailure } from './spotify-failure.ts'

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

/** Connects the member's Spotify account in a pop-up. */
function ConnectSpotifyPanel({ onConnected }: { onConnected: () => void }) {
  const hasExpired = useHasSpotifyConnectionEnded()
  const [isBusy, setBusy] = useState(false)

  async function connect() {
    setBusy(true)
    try {
      const ending = await connectSpotify()
      if (ending === 'failed') showFailureToast(spotifyMessages.connectionFailed)
      if (ending === 'cancelled') showToast({ title: spotifyMessages.connectionCancelled })
      if (ending === 'connected') {
        showToast({ title: spotifyMessages.spotifyConnected })
        onConnected()
      }
    } catch (error) {
      showSpotifyFailure(spotifyMessages.connectionFailed, error)
    }
    setBusy(false)
  }

  return (
    <div className="mt-2 grid grid-cols-1 gap-4 xl:grid-cols-2 xl:gap-x-10">
      {hasExpired && (
        <div className="xl:col-span-2">
          <Banner
            tone="warn"
            role="alert"
            icon={<TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />}
          >
            {spotifyMessages.spotifyExpired}
          </Banner>
        </div>
      )}
      <p className="text-muted">
        Connect your own account to import songs from a playlist, and to keep a playlist in sync with the practice list.
        You don’t need it for anything else.
      </p>
      <ul className="grid list-disc content-start gap-1 pl-5 text-sm text-muted xl:row-span-2">
        <li>The connection is yours and stays in this browser. The rest of the band can’t see or use it.</li>
        <li>The band sees the songs you import, and nothing else from your account.</li>
        <li>Gaffer only changes the playlist you choose.</li>
      </ul>
      <Button saves isBusy={isBusy} onClick={() => void connect()} className="sm:justify-self-start">
        <ExternalLink aria-hidden="true" className="size-5" />
        Connect to Spotify
      </Button>
      {isBusy && (
        <p className="text-sm text-muted">Continue in the window that has just opened. It closes by itself.</p>
      )}
    </div>
  )
}

type Props = { color: string; onDisconnected: () => void }

/** The connected Spotify account, with Disconnect. */
function SpotifyAccount({ color, onDisconnected }: Props) {
  const user = useSpotifyUser()
  const [isBusy, setBusy] = useState(false)

  async function disconnect() {
    setBusy(true)
    await disconnectSpotify()
    showToast({ title: spotifyMessages.spotifyDisconnected })
    onDisconnected()
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
      <QueryState
        query={user}
        fallback={spotifyMessages.spotifyAway}
        isInline
        loading={
          <SkeletonGroup label="Loading your account">
            <Skeleton className="h-11" />
          </SkeletonGroup>
        }
      >
        {({ images, display_name: name }) => (
          <div className="flex min-w-0 flex-1 items-center gap-4">
            <Avatar src={images[0]?.url ?? null} color={color} isRound>
              {firstInitial(name)}
            </Avatar>
            <div className="min-w-0">
              <p className="font-semibold break-words">{name}</p>
              <p className="text-sm text-muted">Connected in this browser, for you only</p>
            </div>
          </div>
        )}
      </QueryState>
      <Button variant="secondary" saves isBusy={isBusy} onClick={() => void disconnect()}>
        <Unplug aria-hidden="true" className="size-5" />
        Disconnect
      </Button>
    </div>
  )
}
