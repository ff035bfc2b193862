/** The most calendars that are read at the same time. A reading mostly waits for the response, and so takes little CPU time. */
export const maxParallelReads = 4

/**
 * Reads the calendars that `claim` returns, up to `maxParallelReads` at a time, until `claim` returns undefined. If there are too many
 * to read each of them hourly, the time between two readings grows for all, and no calendar is dropped. `read` must not reject.
 */
export async function readInParallel<T>({
  claim,
  read,
}: {
  claim(): Promise<T | undefined>
  read(calendar: T): Promise<void>
}): Promise<void> {
  const reading = new Set<Promise<void>>()
  for (;;) {
    while (reading.size < maxParallelReads) {
      const calendar = await claim()
      if (calendar === undefined) break
      const work = read(calendar).finally(() => reading.delete(work))
      reading.add(work)
    }
    if (reading.size === 0) return
    await Promise.race(reading)
  }
}
