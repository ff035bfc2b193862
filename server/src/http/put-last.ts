// Maps that must not grow with whoever asks: each holds so many, and lets go of what was put there longest ago.

/** Puts it at the end, also where the key is there already. A map gives its keys in the order in which they came. */
export function putLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
}
