// A semaphore whose slots callers share fairly.

export type FairQueue = {
  /** Waits for a slot and returns the function that frees it; returns undefined if none was free within `maxWaitMs`. */
  acquire(key: string, maxWaitMs?: number): Promise<(() => void) | undefined>
}

/** A key holds at most one slot. Keys that wait take turns, so a key with many calls delays another key by one call at most. */
export function createFairQueue(slots: number): FairQueue {
  const running = new Set<string>()
  /** Keys in the order of their turns. */
  const waiting = new Map<string, Set<() => void>>()

  return {
    async acquire(key, maxWaitMs = Infinity) {
      if (running.size === slots || running.has(key)) {
        if (!(await waitForTurn(key, maxWaitMs))) return undefined
      } else running.add(key)
      return () => {
        running.delete(key)
        moveToEnd(key)
        admitNext()
      }
    },
  }

  function waitForTurn(key: string, maxWaitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const giveUp = () => {
        removeCall(key, admit)
        resolve(false)
      }
      const timer = maxWaitMs === Infinity ? undefined : setTimeout(giveUp, maxWaitMs)
      waiting.set(key, (waiting.get(key) ?? new Set()).add(admit))
    })
  }

  function admitNext(): void {
    for (const [key, calls] of waiting) {
      if (running.size === slots) return
      const [admit] = calls
      if (!admit || running.has(key)) continue
      removeCall(key, admit)
      running.add(key)
      admit()
    }
  }

  function moveToEnd(key: string): void {
    const calls = waiting.get(key)
    if (!calls) return
    waiting.delete(key)
    waiting.set(key, calls)
  }

  function removeCall(key: string, admit: () => void): void {
    const calls = waiting.get(key)
    calls?.delete(admit)
    if (calls?.size === 0) waiting.delete(key)
  }
}
