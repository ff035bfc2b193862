// Draws the toast: below the top bar on phones, beside the floating button on wide screens; over a sheet at its edge, clear of
// the sheet's title and of the buttons at its foot. There it can still be seen, heard and closed: the first Escape is its.

import { clsx } from 'clsx'
import { TriangleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { currentToast, dismissToast, onToastChange, toastMs } from './toast-store.ts'

export function Toaster() {
  const toast = useSyncExternalStore(onToastChange, currentToast)

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
        aria-live="off"
        className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto w-full max-w-md p-3 pt-[calc(env(safe-area-inset-top)+4rem)] outline-none md:top-auto md:right-24 md:bottom-0 md:left-auto md:mx-0 md:p-6! over-sheet:pt-[calc(env(safe-area-inset-top)+0.25rem)] md:over-sheet:right-0 md:over-sheet:p-2! xl:over-sheet:max-w-92"
      />
    </Toast.Provider>
  )
}
