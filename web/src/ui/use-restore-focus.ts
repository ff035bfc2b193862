// Remembers what had focus when a dialog opened, and gives it back. A dialog without a trigger of its own loses it.

import { useRef } from 'react'

/** What was given focus since anything opened: of several dialogs that close at once, the last to go decides. */
let given: HTMLElement | null = null

export function useRestoreFocus() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    capture() {
      given = null
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    },
    restore(event: Event) {
      event.preventDefault()
      if (isTakenElsewhere()) return
      // The opener may have gone with what the dialog deleted: the page's heading is the next best place.
      given = opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>('main h1')
      given?.focus({ preventScroll: true })
    },
  }
}

/**
 * A dialog takes a moment to leave, and whoever is quick is somewhere else by then: to take the focus back from there would
 * have their next key press something else.
 */
function isTakenElsewhere(): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement === given) return false
  return !activeElement.closest('[role=dialog], [role=alertdialog]')
}
