import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while the component is mounted. The browser releases the lock when the page is hidden, so it is requested
 * again when the page is visible. Returns false if the browser has no wake lock or refuses it.
 */
export function useWakeLock(): boolean {
  const [isHeld, setHeld] = useState(true)
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    async function request() {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
        else setHeld(true)
      } catch {
        // The browser has no wake lock, or refuses it, for instance at a low battery level.
        if (!isOver) setHeld(false)
      }
    }
    const requestAgain = () => void request()
    void request()
    document.addEventListener('visibilitychange', requestAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', requestAgain)
      void lock?.release()
    }
  }, [])
  return isHeld
}
