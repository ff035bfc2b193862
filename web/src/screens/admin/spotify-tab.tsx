// The member's own Spotify account: connected in a pop-up window, or forgotten again. Playlists are the practice list's.

import { messages } from '@gaffer/domain/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Music2 } from 'lucide-react'
import { useState } from 'react'
import { connectSpotify, disconnectSpotify, spotifyUserQuery } from '#data/spotify-connection.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'

export function SpotifyTab() {
  const client = useQueryClient()
  const { data: user, isPending } = useQuery(spotifyUserQuery)
  const [isBusy, setBusy] = useState(false)

  async function run(work: () => Promise<void>) {
    setBusy(true)
    await work()
    await client.invalidateQueries({ queryKey: spotifyUserQuery.queryKey })
    setBusy(false)
  }

  async function connect() {
    try {
      const isConnected = await connectSpotify()
      showToast({ title: isConnected ? messages.spotifyConnected : messages.connectionCancelled })
    } catch (error) {
      const { title, text } = messages.connectionFailed
      showFailure({ title, text: sentenceOf(error, text) })
    }
  }

  async function disconnect() {
    await disconnectSpotify()
    showToast({ title: messages.spotifyDisconnected })
  }

  if (isPending) {
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
          ? `Connected as ${user.display_name ?? user.id}. Only you can use this connection.`
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
