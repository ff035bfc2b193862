// Notifies subscribers of changes to browser storage, by this tab or another one (for useSyncExternalStore).

export type StorageChangeNotifier = {
  /** Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Call after storing: the `storage` event fires in other tabs only. */
  notify(): void
}

export function makeStorageChangeNotifier(): StorageChangeNotifier {
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
    notify() {
      for (const listener of listeners) listener()
    },
  }
}
