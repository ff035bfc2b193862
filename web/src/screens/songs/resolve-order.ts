// Which order to show while the practice order moves on. Knows only ids.

/** The order shown stays until it may change; but a song that came or went is never waited for. */
export function resolveOrder(shown: readonly string[], wanted: readonly string[]): readonly string[] {
  const known = new Set(shown)
  const isSameSongs = shown.length === wanted.length && wanted.every((id) => known.has(id))
  return isSameSongs ? shown : wanted
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at])
}
