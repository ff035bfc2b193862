// Returns the focus to the element that had it when a dialog opened. Radix does so only for a dialog with its own trigger.

import { useRef } from 'react'
import { findFocusFallback, focusPathOf, type FocusPathStep } from './keep-focus.ts'

/** The element that got the focus back: of several dialogs that close at once, the last one decides. */
let given: HTMLElement | null = null

export function useCaptureAndRestoreFocus() {
  const opener = useRef<HTMLElement | null>(null)
  const path = useRef<FocusPathStep[]>([])
  return {
    capture() {
      given = null
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      path.current = opener.current ? focusPathOf(opener.current) : []
    },
    restore(event: Event) {
      event.preventDefault()
      if (isTakenElsewhere()) return
      // The opener may be deleted by now.
      given = opener.current?.isConnected ? opener.current : findFocusFallback(path.current)
      given?.focus({ preventScroll: true })
    },
  }
}

/**
 * A dialog takes a moment to close. A quick user has focused another element by then, and taking the focus away would send
 * their next key press to the wrong place.
 */
function isTakenElsewhere(): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement === given) return false
  return !activeElement.closest('[role=dialog], [role=alertdialog]')
}
