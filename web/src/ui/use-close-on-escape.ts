import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Escape closes something that is open in a dialog before it closes the dialog. `inside` is an element of the dialog. */
export function useCloseOnEscape(inside: RefObject<Element | null>, isOpen: boolean, close: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isBehindAnother(inside.current)) return
    event.stopImmediatePropagation()
    close()
  })

  useEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // Dialogs listen on the document; the window hears it first.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [isOpen])
}

/** Whether the focus is in a list or a dialog above the one of the element, which Escape closes first. */
function isBehindAnother(element: Element | null): boolean {
  const dialog = element?.closest('[role=dialog]')
  const focused = document.activeElement
  return Boolean(dialog && focused && focused !== document.body && !dialog.contains(focused))
}
