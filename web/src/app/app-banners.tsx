// Banners above every page: no connection, removed from a band, new version.

import { hashKey, useQueryClient } from '@tanstack/react-query'
import { CloudOff, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { meQuery } from '#api/me.ts'
import { onConnectionChange, probe, readConnection } from '#lib/connection.ts'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { startServiceWorker } from '#lib/service-worker.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { RemovedFromBandBanner } from './removed-from-band-banner.tsx'
import { useConnection } from './use-connection.ts'

export function AppBanners() {
  const accept = useNewVersion()
  return (
    <>
      <LostConnection />
      <RemovedFromBandBanner />
      {/* Live regions stay mounted: screen readers announce changes only. */}
      <output className="block">
        {accept && (
          <div className="mb-4">
            <Banner
              tone="success"
              icon={<Sparkles aria-hidden="true" className="size-5 shrink-0 text-success" />}
              action={
                <Button variant="secondary" onClick={accept}>
                  Update
                </Button>
              }
            >
              A new version of Gaffer is ready.
            </Banner>
          </div>
        )}
      </output>
    </>
  )
}

function LostConnection() {
  const { isLost, readAt } = useConnection()
  const [isTrying, setTrying] = useState(false)
  useFreshWhenBack()

  async function tryAgain() {
    setTrying(true)
    await probe()
    setTrying(false)
  }

  return (
    <output className="block">
      {isLost && (
        <div className="mb-4">
          <Banner
            tone="warn"
            icon={<CloudOff aria-hidden="true" className="size-5 shrink-0 text-warn" />}
            action={
              <Button variant="secondary" isBusy={isTrying} onClick={() => void tryAgain()}>
                Try again
              </Button>
            }
          >
            <p className="font-semibold">No connection</p>
            <p className="text-sm text-muted">
              {readAt !== null && `This is how things stood ${formatRelativeTime(readAt)}. `}
              Nothing can be changed until you are back.
            </p>
          </Banner>
        </div>
      )}
    </output>
  )
}

/** Reads everything again once the connection is back. */
function useFreshWhenBack(): void {
  const client = useQueryClient()
  useEffect(() => {
    let wasLost = readConnection().isLost
    return onConnectionChange(() => {
      const { isLost } = readConnection()
      if (wasLost && !isLost) void client.invalidateQueries()
      wasLost = isLost
    })
  }, [client])
}

/** Activates the new version; null while there is none. */
function useNewVersion(): (() => void) | null {
  const client = useQueryClient()
  const [accept, setAccept] = useState<(() => void) | null>(null)
  useEffect(() => {
    void startServiceWorker({
      // The worker was not yet there when the page read its data. Reading again fills its cache; /api/me first, which names the owner.
      onFirstControl: () =>
        void client
          .invalidateQueries({ queryKey: meQuery.queryKey })
          .then(() =>
            client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery.queryKey) }),
          ),
      onUpdate: (take) => setAccept(() => take),
    })
  }, [client])
  return accept
}
