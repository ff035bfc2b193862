// Guards against double taps: an overlay that has just appeared under a finger ignores input for a moment.

import { useEffect, useState } from 'react'

const inputDelayMs = 500

/** False until `isShown` has been true for 500 ms. */
export function useIsInputReady(isShown: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setReady(true), inputDelayMs)
    return () => {
      clearTimeout(timer)
      setReady(false)
    }
  }, [isShown])
  return isReady
}
