import { use, useEffect, useSyncExternalStore } from 'react'
import { useChange } from '#offline/use-change.ts'
import { SavingDisabledReasonContext } from '#ui/saving-disabled-reason-context.ts'

/**
 * Marks a notice and all older ones as read while the page is visible. Waits for the connection if there is none.
 *
 * @param upTo the newest notice; null while none is unread
 */
export function useMarkNoticesReadUpTo(upTo: string | null): void {
  const { mutate } = useChange('POST /api/me/notices/read', { changes: 'notices', failure: null })
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible')
  const isOffline = use(SavingDisabledReasonContext) !== null
  useEffect(() => {
    if (upTo !== null && isVisible && !isOffline) mutate({ body: { upTo } })
  }, [mutate, upTo, isVisible, isOffline])
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
