// The member's own Spotify account: connected in a pop-up window, or forgotten again. Playlists are the practice list's.

import { messages } from '@gaffer/domain/messages'
import { Music2 } from 'lucide-react'
import { useState } from 'react'
import { useSpotifyUser } from '#data/spotify.ts'
import { connectSpotify, disconnectSpotify } from '#data/spotify-connection.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'

export function SpotifyTab() {
  const { data: user, isLoading } = useSpotifyUser()
  const [isBusy, setBusy] = useState(false)

  async function run(work: () => Promise<void>) {
    setBusy(true)
    await work()
    setBusy(false)
  }

  async function connect() {
    try {
      const ending = await connectSpotify()
      if (ending === 'failed') showFailure(messages.connectionFailed)
      else showToast({ title: ending === 'connected' ? messages.spotifyConnected : messages.connectionCancelled })
    } catch (error) {
      const { title, text } = messages.connectionFailed
      showFailure({ title, text: sentenceOf(error, text) })
    }
  }

  async function disconnect() {
    await disconnectSpotify()
    showToast({ title: messages.spotifyDisconnected })
  }

  if (isLoading) {
    return (
      <SkeletonGroup label="Loading Spotify">
        <Skeleton className="h-40" />
      </SkeletonGroup>
    )
  }
  return (
    <section aria-labelledby="spotify" className="max-w-2xl rounded-card border border-hairline bg-surface p-5">
      <h2 id="spotify" className="flex items-center gap-2 text-lg font-bold">
        <Music2 aria-hidden="true" className="size-5 text-festival-mark" />
        Spotify
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {user
          ? `Connected as ${user.display_name}. Only you can use this connection.`
          : 'Connect your own Spotify account to bring in a playlist and keep it in step with the practice list. Everything else works without it.'}
      </p>
      {user ? (
        <Button variant="secondary" isBusy={isBusy} onClick={() => void run(disconnect)}>
          Disconnect
        </Button>
      ) : (
        <Button isBusy={isBusy} onClick={() => void run(connect)}>
          Connect to Spotify
        </Button>
      )}
    </section>
  )
}
