// The state of the toasts. Separate from toaster.tsx, whose chunk is loaded with the first toast.

export type ToastContent = {
  title: string
  text?: string | undefined
  /** A second line of text. */
  detail?: string
  durationMs?: number
  tone?: 'plain' | 'danger'
  /** `altText` says how to do the action without the toast, for screen readers. */
  action?: ToastAction
  /** A second button beside that of `action`. */
  secondAction?: ToastAction
}
export type ToastAction = { label: string; altText: string; onPress: () => void }
export type Toast = ToastContent & { id: number; isOpen: boolean }

export const defaultToastMs = 5000
/** Duration of a toast with Undo: time to read what was deleted and to press the button. */
export const undoToastMs = 10_000
/** How long a dismissed toast is kept, for its exit animation and its announcement. */
export const toastRemovalMs = 5000

/** At most this many toasts with an action are open at once: one more dismisses the oldest. */
const maxToastsWithAction = 3

/** Open and dismissed toasts, the newest last. */
let toasts: readonly Toast[] = []
let lastToastId = 0
const removalTimers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

/** Shows a toast in place of toasts without an action. A toast with an action stays until it is used, dismissed or its time is over. */
export function showToast(content: ToastContent): void {
  const kept = toasts.filter(({ isOpen, action }) => isOpen && action)
  const [oldest] = kept
  for (const { id } of toasts) cancelRemovalTimer(id)
  setToasts([...kept, { ...content, id: ++lastToastId, isOpen: true }])
  if (content.action && oldest && kept.length === maxToastsWithAction) dismissToastById(oldest.id)
}

export function showFailureToast(content: ToastContent): void {
  showToast({ tone: 'danger', ...content })
}

/** Dismisses the newest open toast. */
export function dismissToast(): void {
  const newest = toasts.findLast(({ isOpen }) => isOpen)
  if (newest) dismissToastById(newest.id)
}

export function dismissToastById(id: number): void {
  if (!toasts.some((toast) => toast.id === id && toast.isOpen)) return
  setToasts(toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
  const remove = () => {
    cancelRemovalTimer(id)
    setToasts(toasts.filter((toast) => toast.id !== id))
  }
  removalTimers.set(id, setTimeout(remove, toastRemovalMs))
}

export function readToasts(): readonly Toast[] {
  return toasts
}

/** The newest toast, open or just dismissed; null without one. */
export function readCurrentToast(): Toast | null {
  return toasts.at(-1) ?? null
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function cancelRemovalTimer(id: number): void {
  clearTimeout(removalTimers.get(id))
  removalTimers.delete(id)
}

function setToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
