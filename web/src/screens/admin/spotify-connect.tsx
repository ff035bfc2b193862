// Connecting one's own Spotify account, in a window of its own.

import { messages } from '@gaffer/domain/messages'
import { ExternalLink, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { connectSpotify, useHasExpired } from '#data/spotify-connection.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { showSpotifyFailure } from './spotify-failure.ts'

export function SpotifyConnect({ onConnected }: { onConnected: () => void }) {
  const hasExpired = useHasExpired()
  const [isBusy, setBusy] = useState(false)

  async function connect() {
    setBusy(true)
    try {
      const ending = await connectSpotify()
      if (ending === 'failed') showFailure(messages.connectionFailed)
      if (ending === 'cancelled') showToast({ title: messages.connectionCancelled })
      if (ending === 'connected') {
        showToast({ title: messages.spotifyConnected })
        onConnected()
      }
    } catch (error) {
      showSpotifyFailure(messages.connectionFailed, error)
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
            {messages.spotifyExpired}
          </Banner>
        </div>
      )}
      <p className="text-muted">
        Connect your own account to bring songs of a playlist into the practice list, and to keep a playlist in step
        with it. Everything else works without.
      </p>
      <ul className="grid list-disc content-start gap-1 pl-5 text-sm text-muted xl:row-span-2">
        <li>The connection is yours, in this browser. The rest of the band can’t see or use it.</li>
        <li>The band sees the songs that you import, nothing else of your account.</li>
        <li>Gaffer changes no playlist but the one that you choose.</li>
      </ul>
      <Button saves isBusy={isBusy} onClick={() => void connect()} className="sm:justify-self-start">
        <ExternalLink aria-hidden="true" className="size-5" />
        Connect to Spotify
      </Button>
      {isBusy && <p className="text-sm text-muted">Go on in the window that opened. It closes by itself.</p>}
    </div>
  )
}
