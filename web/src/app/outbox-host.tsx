// Loads the outbox when something waits to be sent, and its dialogs when it has a question or bad news.

import { lazy, Suspense, useEffect } from 'react'
import { readStored, storageKeys } from '#lib/browser-storage.ts'
import { useWaiting } from './use-waiting.ts'

const OutboxDialogs = lazy(async () => ({ default: (await import('#outbox/outbox-dialogs.tsx')).OutboxDialogs }))

export function OutboxHost() {
  useEffect(() => {
    startIfWaiting()
    // Another tab has kept the first change.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKeys.waiting) startIfWaiting()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  const { changes, signOutQuestion } = useWaiting()
  if (signOutQuestion === null && changes.every(({ problem }) => problem === null)) return null
  return (
    <Suspense>
      <OutboxDialogs />
    </Suspense>
  )
}

function startIfWaiting(): void {
  if (readStored('waiting') === null) return
  // Without its chunk nothing waits in this version's storage; the next page load tries again.
  void import('#outbox/page-outbox.ts').then(
    ({ startOrSay }) => startOrSay(),
    () => undefined,
  )
}
