// Draws the toast above the bottom tabs, or beside the floating button on wide screens. It moves to the top edge over an open
// sheet, above a soft keyboard, and where it would cover a submit button. The first Escape closes the toast, not the dialog.

import { clsx } from 'clsx'
import { TriangleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { readCurrentToast, dismissToast, onToastChange, toastMs } from './toast-store.ts'

export function Toaster() {
  const toast = useSyncExternalStore(onToastChange, readCurrentToast)
  const viewport = useRef<HTMLOListElement>(null)
  const isAtTop = useTopEdge(viewport, toast?.isOpen ? toast.id : null)

  useEffect(() => {
    if (!toast?.isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      dismissToast()
    }
    // Dialogs listen on the document; the window hears it first.
    window.addEventListener('keydown', closeOnEscape, { capture: true })
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true })
  }, [toast?.isOpen])

  return (
    <Toast.Provider duration={toastMs} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.isOpen}
          onOpenChange={(open) => !open && dismissToast()}
          {...(toast.durationMs && { duration: toast.durationMs })}
          type={toast.tone === 'danger' ? 'foreground' : 'background'}
          className={clsx(
            'pointer-events-auto flex items-start gap-3 rounded-card border border-control bg-raised py-2 pr-2 pl-4 text-text shadow-2xl',
            'data-[state=closed]:animate-fade-out data-[state=open]:animate-settle',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-slide-out-right data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          )}
        >
          {toast.tone === 'danger' && (
            <TriangleAlert aria-hidden="true" className="mt-2.5 size-5 shrink-0 text-danger" />
          )}
          <div className="min-w-0 flex-1 py-2 break-words">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.text && <Toast.Description className="mt-0.5 text-sm text-muted">{toast.text}</Toast.Description>}
            {toast.detail && <p className="mt-0.5 text-sm text-muted">{toast.detail}</p>}
          </div>
          {toast.action && (
            <Toast.Action
              altText={toast.action.altText}
              onClick={toast.action.onPress}
              className="min-h-11 shrink-0 rounded-control px-3 font-semibold text-accent hover:bg-surface"
            >
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="grid size-11 shrink-0 place-content-center rounded-control text-muted hover:bg-surface hover:text-text"
          >
            <X aria-hidden="true" className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      {/* Its own aria-live keeps a dialog from hiding it; the toast announces itself elsewhere. */}
      <Toast.Viewport
        ref={viewport}
        aria-live="off"
        className={clsx(
          'pointer-events-none fixed inset-x-0 z-50 mx-auto w-full max-w-md px-3 outline-none',
          isAtTop ? topEdge : bottomEdge,
          'over-sheet:top-0 over-sheet:bottom-auto over-sheet:pt-[calc(env(safe-area-inset-top)+0.25rem)] over-sheet:pb-0',
          // Beside the dialog.
          'xl:right-24 xl:left-auto xl:mx-0 xl:p-6 xl:over-sheet:top-auto xl:over-sheet:right-0 xl:over-sheet:bottom-0 xl:over-sheet:max-w-92 xl:over-sheet:p-2',
        )}
      />
    </Toast.Provider>
  )
}

const topEdge = 'top-0 pt-[calc(env(safe-area-inset-top)+4rem)]'
const bottomEdge =
  'bottom-0 pb-[calc(env(safe-area-inset-bottom)+4.5rem)] max-xl:over-floating-button:pb-[calc(env(safe-area-inset-bottom)+9rem)] xl:pb-6'

/** Whether the toast has to stand at the top edge. Measured once it is drawn at the bottom, and while the page scrolls beneath it. */
function useTopEdge(viewport: RefObject<HTMLElement | null>, toastId: number | null): boolean {
  const [raised, setRaised] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (toastId === null) return
    let frame = requestAnimationFrame(measure)
    function measure() {
      const toast = viewport.current?.querySelector('li')?.getBoundingClientRect()
      // Radix mounts the toast some frames after its viewport.
      if (!toast) frame = requestAnimationFrame(measure)
      else if (isKeyboardOpen() || coversSubmitButton(toast)) setRaised(toastId)
    }
    // Captured: the content of a dialog scrolls in an element of its own.
    document.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', measure, { capture: true })
    }
  }, [viewport, toastId])
  return raised !== null && raised === toastId
}

/** A soft keyboard covers the foot of the page, which does not shrink for it. */
function isKeyboardOpen(): boolean {
  return visualViewport !== null && visualViewport.height * visualViewport.scale < innerHeight * 0.8
}

function coversSubmitButton(toast: DOMRect): boolean {
  return Array.from(document.querySelectorAll('button[type=submit]'), (button) => button.getBoundingClientRect()).some(
    ({ top, right, bottom, left }) =>
      top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left,
  )
}
