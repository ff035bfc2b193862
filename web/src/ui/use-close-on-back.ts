// The browser's back button closes the topmost overlay instead of leaving the page.

import { useEffect, useEffectEvent } from 'react'
import { addOverlay } from './overlay-history.ts'

export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? addOverlay({ close: () => closeNow() }) : undefined), [isOpen])
}
