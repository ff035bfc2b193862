// Tells whoever shows something kept in the browser that it has changed, by this tab or by another one.

export type StoredSignal = {
  /** Returns how to stop listening. */
  onChange(listener: () => void): () => void
  /** This tab has stored something. */
  tell(): void
}

export function makeStoredSignal(): StoredSignal {
  const listeners = new Set<() => void>()
  return {
    onChange(listener) {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}
