import { useEffect } from 'react'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'

/** Keeps this browser's push subscription with the account that is signed in. Loads nothing where notifications are not allowed. */
export function usePushReconciliation(userId: string): void {
  useEffect(() => {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
    let isPending = true
    async function reconcile() {
      if (!isPending || readConnectionState().isLost) return
      isPending = false
      const { reconcilePush } = await import('#features/messages/push.ts')
      // A failed attempt is repeated when the connection is back, or by the next page.
      await reconcilePush(userId).catch(() => (isPending = true))
    }
    void reconcile()
    return onConnectionChange(() => void reconcile())
  }, [userId])
}
