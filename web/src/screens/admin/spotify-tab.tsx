// The Spotify tab: the user's own connected account, and import and sync between one of its playlists and the practice list.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { firstInitial } from '@gaffer/domain/shared/first-grapheme'
import { clsx } from 'clsx'
import { Music2, ExternalLink, TriangleAlert, Unplug, ListMusic, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useServerSettings } from '#features/operations/queries.ts'
import {
  usePracticePlaylistDetails,
  useSpotifyUser,
  useSpotifyPlaylists,
  usePracticePlaylistLink,
  type Playlist,
} from '#features/spotify/queries.ts'
import {
  useSpotifyHandle,
  connectSpotify,
  useHasSpotifyConnectionEnded,
  disconnectSpotify,
  storePracticePlaylistId,
} from '#features/spotify/spotify-connection.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Select } from '#ui/select.tsx'
import { SpotifyImport, SpotifySync, showSpotifyFailure } from './spotify-import-and-sync.tsx'

export function SpotifyTab({ membership }: { membership: OwnMembership }) {
  const { data: settings, isLoading } = useServerSettings()
  const handle = useSpotifyHandle()
  const playlist = usePracticePlaylistDetails()
  // After an error of the account, only this error is shown: the read of its playlists would fail too.
  const { isError } = useSpotifyUser()
  const isUsable = handle !== null && !isError
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is unmounted, so the focus must move.
  const focusHeading = () => heading.current?.focus()

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
          <ConnectSpotifyPanel onConnected={focusHeading} />
        ) : (
          <SpotifyAccount color={membership.color} onDisconnected={focusHeading} />
        )}
      </Card>
      {isUsable && <PracticePlaylistPicker membership={membership} />}
      {isUsable && playlist && (
        <>
          <SpotifyImport membership={membership} playlist={playlist} handle={handle} />
          <SpotifySync membership={membership} playlist={playlist} handle={handle} />
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
      const outcome = await connectSpotify()
      if (outcome === 'failed') showFailureToast(spotifyMessages.connectionFailed)
      if (outcome === 'cancelled') showToast({ title: spotifyMessages.connectionCancelled })
      if (outcome === 'connected') {
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

/** Chooses which of the member's playlists is the band's practice playlist. */
function PracticePlaylistPicker({ membership }: { membership: OwnMembership }) {
  const playlists = useSpotifyPlaylists()
  const playlistLink = usePracticePlaylistLink()
  const practicePlaylist = usePracticePlaylistDetails()
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
            value={practicePlaylist?.id ?? ''}
            onChange={(id) => {
              storePracticePlaylistId(membership.bandId, id)
              showToast({ title: spotifyMessages.playlistChosen })
            }}
            error={
              playlistLink && !practicePlaylist
                ? 'The chosen playlist is no longer one of yours. Choose another.'
                : undefined
            }
          />
          <div className="grid grid-cols-1 gap-3 sm:flex">
            {practicePlaylist && playlistLink && (
              <a
                href={playlistLink.url}
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
