// The connected Spotify account, with Disconnect.

import { firstInitial } from '@gaffer/domain/shared/first-grapheme'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useSpotifyUser } from '#features/spotify/queries.ts'
import { disconnectSpotify } from '#features/spotify/spotify-connection.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = { color: string; onDisconnected: () => void }

export function SpotifyAccount({ color, onDisconnected }: Props) {
  const { data: user, error, refetch, isFetching } = useSpotifyUser()
  const [isBusy, setBusy] = useState(false)

  async function disconnect() {
    setBusy(true)
    await disconnectSpotify()
    showToast({ title: spotifyMessages.spotifyDisconnected })
    onDisconnected()
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
      {user ? (
        <div className="flex min-w-0 flex-1 items-center gap-4">
          <Avatar src={user.images[0]?.url ?? null} color={color} isRound>
            {firstInitial(user.display_name)}
          </Avatar>
          <div className="min-w-0">
            <p className="font-semibold break-words">{user.display_name}</p>
            <p className="text-sm text-muted">Connected in this browser, for you only</p>
          </div>
        </div>
      ) : error ? (
        <div className="basis-full">
          <Banner
            tone="danger"
            role="alert"
            action={
              <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
                Retry
              </Button>
            }
          >
            {getErrorMessage(error, spotifyMessages.spotifyAway)}
          </Banner>
        </div>
      ) : (
        <SkeletonGroup label="Loading your account">
          <Skeleton className="h-11" />
        </SkeletonGroup>
      )}
      <Button variant="secondary" saves isBusy={isBusy} onClick={() => void disconnect()}>
        <Unplug aria-hidden="true" className="size-5" />
        Disconnect
      </Button>
    </div>
  )
}
