// How fast due calendars are read: as fast as they can be, never faster.

import { setTimeout } from 'node:timers/promises'

/** Calendars that one server reads at once. They mostly wait for the calendar's server. */
export const readsAtOnce = 4

const stopMs = 5000

type PacerWork<T> = {
  /** Takes those that have been due for longest, and leases them to this server. */
  claim(most: number): Promise<T[]>
  read(calendar: T): Promise<void>
  onError(error: unknown): void
}

export type Pacer = {
  /** Begins to read what is due, up to `readsAtOnce`. Each reading that ends makes room for the next. */
  readDue(): Promise<void>
  /** Begins no more, and waits up to `stopMs` for those that are being read. The lease of the others ends by itself. */
  stop(): Promise<void>
}

/** A calendar is claimed only when it can be read at once: with too many, the hours become longer, and none loses its turn. */
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
