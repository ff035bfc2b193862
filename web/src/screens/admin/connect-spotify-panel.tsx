// Connects the member's Spotify account in a pop-up.

import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { ExternalLink, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { connectSpotify, useHasSpotifyConnectionEnded } from '#features/spotify/spotify-connection.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { showSpotifyFailure } from './spotify-failure.ts'

export function ConnectSpotifyPanel({ onConnected }: { onConnected: () => void }) {
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
