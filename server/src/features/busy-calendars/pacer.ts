// Limits how many due calendars a server reads at once, and claims no calendar that it cannot read at once.

import { setTimeout } from 'node:timers/promises'

/** Calendars that one server reads at once. Most of that time is spent waiting for responses. */
export const readsAtOnce = 4

const stopMs = 5000

type PacerWork<T> = {
  /** Leases up to `most` calendars to this server, those that have been due for longest first. */
  claim(most: number): Promise<T[]>
  read(calendar: T): Promise<void>
  onError(error: unknown): void
}

export type Pacer = {
  /** Begins to read what is due, up to `readsAtOnce`. Each reading that ends makes room for the next. */
  readDue(): Promise<void>
  /** Starts no further readings, and waits up to `stopMs` for the running ones. Leases of unfinished readings expire. */
  stop(): Promise<void>
}

/** With more calendars than there is time for, the hour between two readings becomes longer for all, and no calendar is dropped. */
export function createPacer<T>({ claim, read, onError }: PacerWork<T>): Pacer {
  const reading = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isClaiming = false

  async function readDue(): Promise<void> {
    if (isClaiming) return
    isClaiming = true
    try {
      while (!stopping.signal.aborted && reading.size < readsAtOnce) {
        const room = readsAtOnce - reading.size
        const due = await claim(room)
        for (const calendar of due) begin(calendar)
        if (due.length < room) break
      }
    } catch (error) {
      onError(error)
    } finally {
      isClaiming = false
    }
  }

  function begin(calendar: T): void {
    const work = read(calendar)
      .catch(onError)
      .finally(() => {
        reading.delete(work)
        void readDue()
      })
    reading.add(work)
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await Promise.race([Promise.all(reading), setTimeout(stopMs, undefined, { ref: false })])
  }

  return { readDue, stop }
}
