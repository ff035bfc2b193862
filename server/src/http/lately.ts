// The answers that were made last: programs ask for theirs again long before it changes, and many of them without saying
// what they have. Knows nothing of what is in them, nor whether they still hold: who asks has found that out.

export type Lately = {
  get(key: string): Kept | undefined
  put(key: string, kept: Kept): void
}
/** `tag` says of which state it was made. */
export type Kept = { tag: string; bytes: Buffer }

/** Bytes of an answer's place, beside its own: its key, its tag, and what holds them. Many answers say no more than "[]". */
const placeBytes = 600

/** Keeps what was wanted last, as long as it takes no more than `mostBytes` together. */
export function keepLately(mostBytes: number): Lately {
  const all = new Map<string, Kept>()
  let bytes = 0
  const drop = (key: string) => {
    const kept = all.get(key)
    if (kept) bytes -= weightOf(kept)
    all.delete(key)
  }
  return {
    get(key) {
      const kept = all.get(key)
      if (!kept) return undefined
      // A map gives its keys in the order in which they came.
      all.delete(key)
      all.set(key, kept)
      return kept
    },
    put(key, kept) {
      drop(key)
      all.set(key, kept)
      bytes += weightOf(kept)
      for (const oldest of all.keys()) {
        if (bytes <= mostBytes) break
        drop(oldest)
      }
    },
  }
}

function weightOf({ bytes }: Kept): number {
  return bytes.length + placeBytes
}
