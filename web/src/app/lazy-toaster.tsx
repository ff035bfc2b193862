// Loads the toaster's chunk with the first toast, so that no page waits for it.

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { readCurrentToast, onToastChange } from '#ui/toast-store.ts'

const Toaster = lazy(() => import('#ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

let wasRaised = false

const isToastNeeded = () => (wasRaised ||= readCurrentToast() !== null)

export function LazyToaster() {
  const isNeeded = useSyncExternalStore(onToastChange, isToastNeeded, () => false)
  return isNeeded ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
