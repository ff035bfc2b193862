// Remembers what had focus when a dialog opened, and gives it back. A dialog without a trigger of its own loses it.

import { useRef } from 'react'

export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    capture() {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    },
    restore(event: Event) {
      event.preventDefault()
      // The opener may have gone with what the dialog deleted: the page's heading is the next best place.
      const target = opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>('main h1')
      target?.focus({ preventScroll: true })
    },
  }
}
