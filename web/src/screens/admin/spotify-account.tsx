// The connected Spotify account, with Disconnect.

import { firstInitial } from '@gaffer/domain/shared/first-grapheme'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useSpotifyUser } from '#features/spotify/queries.ts'
import { disconnectSpotify } from '#features/spotify/spotify-connection.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = { color: string; onDisconnected: () => void }

export function SpotifyAccount({ color, onDisconnected }: Props) {
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
