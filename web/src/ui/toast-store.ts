// The state of the toast; at most one is shown. Separate from toaster.tsx, whose chunk is loaded with the first toast.

export type ToastContent = {
  title: string
  text?: string | undefined
  /** A second line of text. */
  detail?: string
  durationMs?: number
  tone?: 'plain' | 'danger'
  /** `altText` tells screen reader users how to do the same once the toast is gone. */
  action?: { label: string; altText: string; onPress: () => void }
}
export type Toast = ToastContent & { id: number; isOpen: boolean }

export const toastMs = 5000
/** Duration of a toast with Undo: time to read what was deleted and to press the button. */
export const undoToastMs = 10_000
/** How long a dismissed toast is kept, for its exit animation and its announcement. */
export const toastRemovalMs = 5000

let current: Toast | null = null
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Replaces the toast that is shown, if any. */
export function showToast(notice: ToastContent): void {
  clearTimeout(removal)
  set({ ...notice, id: ++lastId, isOpen: true })
}

export function showFailureToast(notice: ToastContent): void {
  showToast({ tone: 'danger', ...notice })
}

export function dismissToast(): void {
  if (!current?.isOpen) return
  set({ ...current, isOpen: false })
  removal = setTimeout(() => set(null), toastRemovalMs)
}

export function readCurrentToast(): Toast | null {
  return current
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}
