// The behaviour of every dialog, question and drawer: Back closes it, and the focus returns to its opener. A question comes before
// unsaved entries are discarded.

import { useRef, useState } from 'react'
import { findFocusFallback, focusPathOf, type FocusPathStep } from './keep-focus.ts'
import type { OpenForm } from './open-forms.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useFormRegistration, type UnsavedEntries } from './use-unsaved-entries.ts'

type DialogOptions = {
  isOpen: boolean
  onClose: () => void
  /** Returns the element that gets the focus when the dialog opens. Without `firstFocus`, the first focusable element gets the focus. */
  firstFocus?: () => HTMLElement | null | undefined
  entries?: UnsavedEntries | null
}

export function useDialog({ isOpen, onClose, firstFocus, entries = null }: DialogOptions) {
  const returnFocus = useReturnFocus()
  const [forms] = useState(() => new Set<OpenForm>())
  const [isAsking, setAsking] = useState(false)
  useFormRegistration(isOpen ? entries : null, forms)

  function close() {
    if ([...forms].some(({ isDirty }) => isDirty())) setAsking(true)
    else onClose()
  }
  useCloseOnBack(isOpen, close, true)

  return {
    close,
    /** The forms of the dialog, for `DialogFormsContext`. */
    forms,
    /** Whether the question about discarding unsaved entries is open. */
    isAsking,
    closeQuestion(isDiscarding: boolean) {
      setAsking(false)
      if (!isDiscarding) return
      for (const form of forms) form.discard()
      onClose()
    },
    contentProps: {
      onOpenAutoFocus(event: Event) {
        returnFocus.capture()
        if (!firstFocus) return
        event.preventDefault()
        firstFocus()?.focus()
      },
      onCloseAutoFocus: returnFocus.restore,
    },
  }
}

/** The last element that a closing dialog has focused. If several dialogs close at once, the last of them may still move the focus. */
let lastFocused: HTMLElement | null = null

/** Returns the focus to the element that had it when a dialog opened. Radix does so only for a dialog with its own trigger. */
function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)
  const path = useRef<FocusPathStep[]>([])
  return {
    capture() {
      lastFocused = null
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      path.current = opener.current ? focusPathOf(opener.current) : []
    },
    restore(event: Event) {
      event.preventDefault()
      if (isFocusElsewhere()) return
      const isOpenerGone = !opener.current?.isConnected
      // The dialog around this question has closed too, and has already returned the focus.
      if (isOpenerGone && lastFocused !== null && document.activeElement === lastFocused) return
      lastFocused = isOpenerGone ? findFocusFallback(path.current) : opener.current
      lastFocused?.focus({ preventScroll: true })
    },
  }
}

/**
 * Whether the user has focused another element while the dialog was closing. Moving the focus then would send the user's next key press
 * to the wrong place.
 */
function isFocusElsewhere(): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement === lastFocused) return false
  return !activeElement.closest('[role=dialog], [role=alertdialog]')
}
