// The calendars that were built last, by what they are: most programs ask for theirs again long before it changes, and
// many of them without saying what they have. Knows nothing of calendars.

/** Keeps the `most` texts that were wanted last. */
export function keepLately(most: number): (key: string, build: () => Promise<string>) => Promise<string> {
  const texts = new Map<string, string>()
  return async (key, build) => {
    const text = texts.get(key) ?? (await build())
    // A map gives its keys in the order in which they came.
    texts.delete(key)
    texts.set(key, text)
    for (const oldest of [...texts.keys()].slice(0, texts.size - most)) texts.delete(oldest)
    return text
  }
}
