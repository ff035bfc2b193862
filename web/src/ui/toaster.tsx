// Draws the toasts above the bottom tabs, or beside the floating button on wide screens. They move to the top edge over an open
// sheet, above a soft keyboard, and where they would cover a submit button. A new toast is added away from the edge, so that
// the other toasts keep their places. The first Escape closes a toast, not the dialog.

import { clsx } from 'clsx'
import { TriangleAlert, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { defaultToastMs, dismissToast, dismissToastById, onToastChange, readToasts, type Toast } from './toast-store.ts'

export function Toaster() {
  const toasts = useSyncExternalStore(onToastChange, readToasts)
  const openToasts = toasts.filter(({ isOpen }) => isOpen)
  const viewport = useRef<HTMLOListElement>(null)
  const isAtTop = useIsAtTopEdge(
    viewport,
    openToasts.map(({ id }) => id),
  )
  useCloseOnEscape(openToasts.length > 0)

  return (
    <Primitive.Provider duration={defaultToastMs} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {/* A modal dialog does not hide elements with `aria-live` from screen readers. The toasts are announced by other elements. */}
      <Primitive.Viewport
        ref={viewport}
        aria-live="off"
        data-toasts=""
        className={clsx(
          'pointer-events-none fixed inset-x-0 z-50 mx-auto flex w-full max-w-md gap-2 px-3 outline-none',
          isAtTop ? topEdgeClassName : bottomEdgeClassName,
          'over-sheet:top-0 over-sheet:bottom-auto over-sheet:flex-col over-sheet:pt-[calc(env(safe-area-inset-top)+0.25rem)] over-sheet:pb-0',
          // On wide screens, the toasts are beside an open dialog.
          'xl:right-24 xl:left-auto xl:mx-0 xl:p-6 xl:over-sheet:top-auto xl:over-sheet:right-0 xl:over-sheet:bottom-0 xl:over-sheet:max-w-92 xl:over-sheet:flex-col-reverse xl:over-sheet:p-2',
          // Several toasts scroll on low screens. A single toast is not clipped while it is swiped.
          openToasts.length > 1 && 'max-h-[calc(50dvh+4rem)] overflow-x-hidden overflow-y-auto',
        )}
      />
    </Primitive.Provider>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, text, detail, durationMs, tone, isOpen } = toast
  const actions = [toast.action, toast.secondAction].filter((action) => action !== undefined)
  return (
    <Primitive.Root
      open={isOpen}
      onOpenChange={(open) => !open && dismissToastById(id)}
      {...(durationMs && { duration: durationMs })}
      type={tone === 'danger' ? 'foreground' : 'background'}
      data-toast={id}
      className={clsx(
        'pointer-events-auto flex shrink-0 items-start gap-3 rounded-card border border-control bg-raised py-2 pr-2 pl-4 text-text shadow-2xl',
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-settle',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-slide-out-right data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
      )}
    >
      {tone === 'danger' && <TriangleAlert aria-hidden="true" className="mt-2.5 size-5 shrink-0 text-danger" />}
      {/* A long action has a line of its own, beneath the text. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1 basis-44 py-2 break-words">
          <Primitive.Title className="font-semibold">{title}</Primitive.Title>
          {text && <Primitive.Description className="mt-0.5 text-sm text-muted">{text}</Primitive.Description>}
          {detail && <p className="mt-0.5 text-sm text-muted">{detail}</p>}
        </div>
        {actions.map((action) => (
          <Primitive.Action
            key={action.label}
            altText={action.altText}
            // A second tap may still hit the button while the toast fades out.
            onClick={() => isOpen && action.onPress()}
            className="min-h-11 rounded-control text-left font-semibold text-accent hover:bg-surface"
          >
            {action.label}
          </Primitive.Action>
        ))}
      </div>
      <Primitive.Close
        aria-label="Dismiss"
        className="grid size-11 shrink-0 place-content-center rounded-control text-muted hover:bg-surface hover:text-text"
      >
        <X aria-hidden="true" className="size-5" />
      </Primitive.Close>
    </Primitive.Root>
  )
}

const topEdgeClassName = 'top-0 flex-col pt-[calc(env(safe-area-inset-top)+4rem)]'
const bottomEdgeClassName =
  'bottom-0 flex-col-reverse pb-[calc(env(safe-area-inset-bottom)+4.5rem)] max-xl:over-floating-button:pb-[calc(env(safe-area-inset-bottom)+9rem)] xl:pb-6'

/** Escape closes the toast that has the focus, otherwise the newest. */
function useCloseOnEscape(isAnyOpen: boolean): void {
  useEffect(() => {
    if (!isAnyOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      const focused = document.activeElement?.closest<HTMLElement>('[data-toast]')
      if (focused) dismissToastById(Number(focused.dataset['toast']))
      else dismissToast()
    }
    // Dialogs listen on the document, which gets the event after the window.
    window.addEventListener('keydown', close, { capture: true })
    return () => window.removeEventListener('keydown', close, { capture: true })
  }, [isAnyOpen])
}

/**
 * Whether the toasts have to stand at the top edge. Measured once a toast is drawn at the bottom, and while the page scrolls beneath
 * the toasts. They stay at the top edge until all toasts that were open there are closed.
 */
function useIsAtTopEdge(viewport: RefObject<HTMLElement | null>, open: readonly number[]): boolean {
  const ids = open.join(' ')
  const [raisedIds, setRaisedIds] = useState('')
  const isAtTop = open.some((id) => raisedIds.split(' ').includes(`${id}`))
  useLayoutEffect(() => {
    if (ids === '') return
    let frame = requestAnimationFrame(measureNewest)
    function measureNewest() {
      const newest = viewport.current?.querySelector(`[data-toast="${ids.split(' ').at(-1)}"]`)
      // Radix mounts a toast some frames after its viewport.
      if (!newest) return void (frame = requestAnimationFrame(measureNewest))
      newest.scrollIntoView({ block: 'nearest' })
      measure()
    }
    function measure() {
      const drawnToasts = viewport.current?.querySelectorAll('[data-toast]') ?? []
      if (isAtTop || isKeyboardOpen() || Array.from(drawnToasts).some(coversSubmitButton)) setRaisedIds(ids)
    }
    // Captured: the content of a dialog scrolls in an element of its own.
    document.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', measure, { capture: true })
    }
  }, [viewport, ids, isAtTop])
  return isAtTop
}

/** Whether a soft keyboard covers the bottom of the page. The layout viewport does not shrink for the keyboard. */
function isKeyboardOpen(): boolean {
  return visualViewport !== null && visualViewport.height * visualViewport.scale < innerHeight * 0.8
}

function coversSubmitButton(element: Element): boolean {
  const toast = element.getBoundingClientRect()
  return Array.from(document.querySelectorAll('button[type=submit]'), (button) => button.getBoundingClientRect()).some(
    ({ top, right, bottom, left }) =>
      top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left,
  )
}
