// The browser's back button closes the topmost overlay instead of leaving the page.

import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Open overlays, the topmost last. */
const opened: symbol[] = []

/** Whether the back button would close an overlay. */
export const isAnyOverlayOpen = () => opened.length > 0

export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const self = useRef(Symbol('open'))

  useEffect(() => {
    if (!isOpen) return
    const own = self.current
    opened.push(own)
    return () => void opened.splice(opened.indexOf(own), 1)
  }, [isOpen])

  useBlocker({
    disabled: !isOpen,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || opened.at(-1) !== self.current) return false
      close()
      return true
    },
  })
}
