import { useEffect, useEffectEvent } from 'react'
import { addOverlay } from './overlay-history.ts'

/**
 * The browser's back button closes the topmost overlay instead of leaving the page. A picker or menu needs no history entry of its own: in a
 * dialog it uses the entry of the dialog, and elsewhere Back leaves the page.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void, needsEntry: boolean): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? addOverlay({ close: () => closeNow(), needsEntry }) : undefined), [isOpen, needsEntry])
}
