// Registers the service worker, and offers its update.

import { useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { registerServiceWorker } from '#lib/service-worker.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

export function NewVersionBanner() {
  const activate = useNewVersion()
  return (
    // Live regions stay mounted: screen readers announce changes only.
    <output className="block">
      {activate && (
        <div className="mb-4">
          <Banner
            tone="success"
            icon={<Sparkles aria-hidden="true" className="size-5 shrink-0 text-success" />}
            action={
              <Button variant="secondary" onClick={activate}>
                Reload
              </Button>
            }
          >
            A new version of Gaffer is ready.
          </Banner>
        </div>
      )}
    </output>
  )
}

/** Returns the function that activates a waiting new version; null while there is none. */
function useNewVersion(): (() => void) | null {
  const client = useQueryClient()
  const [activate, setActivate] = useState<(() => void) | null>(null)
  useEffect(() => {
    void registerServiceWorker({
      isLoading: () => client.isFetching() > 0,
      onUpdate: (activateUpdate) => setActivate(() => activateUpdate),
    })
  }, [client])
  return activate
}
