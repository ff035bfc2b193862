// Opens the page of a pressed notification in this window, if the service worker sends the link to it.

import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { isRecorderShown } from '#features/recordings/overlay-state.ts'
import { holdInstalledWindowLock } from '#lib/installed-window.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'

const ConfirmDialog = lazyOverlay(() => import('#ui/confirm-dialog.tsx'), 'ConfirmDialog')

/**
 * Opens the link, after a question while a recording runs. Unsaved forms need no question here, because `UnsavedChangesGuard` asks about
 * them.
 */
export function NotificationLinks() {
  const router = useRouter()
  const [askedLink, setAskedLink] = useState<string | null>(null)
  useEffect(() => {
    if (matchMedia('(display-mode: standalone)').matches) holdInstalledWindowLock()
  }, [])
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const openOrAsk = ({ data }: MessageEvent<{ open?: string } | null>) => {
      if (!data?.open) return
      if (isRecorderShown()) setAskedLink(data.open)
      else void router.navigate({ href: data.open })
    }
    serviceWorker.addEventListener('message', openOrAsk)
    return () => serviceWorker.removeEventListener('message', openOrAsk)
  }, [router])

  function open(link: string) {
    setAskedLink(null)
    void router.navigate({ href: link })
  }

  if (askedLink === null) return null
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        title="Leave this page?"
        text="A recording is running. It goes on while you read the notice."
        confirmLabel="Open the notice"
        confirmVariant="primary"
        cancelLabel="Stay here"
        saves={false}
        onConfirm={() => open(askedLink)}
        onCancel={() => setAskedLink(null)}
      />
    </Suspense>
  )
}
