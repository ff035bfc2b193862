// A timeout that is cleared on unmount and replaced by the next one.

import { useCallback, useEffect, useRef } from 'react'

export function useTimeoutControls(ms: number): { begin: (work: () => void) => void; end: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = useCallback(() => clearTimeout(timer.current), [])
  const begin = (work: () => void) => {
    end()
    timer.current = setTimeout(work, ms)
  }
  useEffect(() => end, [end])
  return { begin, end }
}
