// Tries again what may fail for a moment, such as fetching a script over a bad signal.

const mostRetries = 3

/** Milliseconds before retry number `attempt`, the first of which is 1. */
export function backOffMs(attempt: number): number {
  return attempt * 2 ** attempt
}

/** What the first successful try gives; throws what the last one threw. */
export async function withRetries<T>(act: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt > mostRetries) throw error
      await wait(backOffMs(attempt))
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
