// Everything the browser remembers between visits, by name. A browser that refuses storage just forgets.

export const storageKeys = {
  selectedBandId: 'gaffer.selectedBandId',
  /** The band id, or "personal" once a member has left the band on purpose. */
  selectedContextId: 'gaffer.selectedContextId',
  currentUser: 'gaffer.currentUser',
  theme: 'gaffer.theme',
} as const

export type StorageKey = keyof typeof storageKeys

// What this tab has stored, for when the browser won't keep it.
const kept = new Map<StorageKey, string>()

export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(storageKeys[key])
  } catch {
    return kept.get(key) ?? null
  }
}

export function store(key: StorageKey, value: string): void {
  kept.set(key, value)
  try {
    localStorage.setItem(storageKeys[key], value)
  } catch {
    // Full or refused: the copy above serves this tab.
  }
}

export function forget(...keys: StorageKey[]): void {
  for (const key of keys) {
    kept.delete(key)
    try {
      localStorage.removeItem(storageKeys[key])
    } catch {
      // Refused storage holds nothing to forget.
    }
  }
}
