// A Web Storage in memory, for tests that run without a DOM. `entries` is what it contains.

export function makeFakeStorage({ entries = new Map<string, string>() } = {}) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
