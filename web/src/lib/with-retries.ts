// Retries with the specification's back-off: attempt × 2^attempt milliseconds, 34 ms in all.

const maxRetries = 3

/** Milliseconds before retry number `attempt`, from 1. */
export function retryDelayMsOf(attempt: number): number {
  return attempt * 2 ** attempt
}

/** Resolves to the first success; rejects with the last error. */
export async function withRetries<T>(act: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt > maxRetries) throw error
      await wait(retryDelayMsOf(attempt))
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
