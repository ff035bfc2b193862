// Loads the toaster's chunk with the first toast, so that no page waits for it.

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToastChange, readToasts } from '#ui/toast-store.ts'

const Toaster = lazy(() => import('#ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

let wasRaised = false

const isToastNeeded = () => (wasRaised ||= readToasts().length > 0)

export function LazyToaster() {
  const isNeeded = useSyncExternalStore(onToastChange, isToastNeeded, () => false)
  return isNeeded ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
