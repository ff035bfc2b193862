// Delays work until after the paint that follows a tap, or until the page is idle. Starting a request takes up to 10 ms on a slow phone.

/** A hidden page has no frames. */
const longestMs = 200

/** Resolves after the next paint. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestMs)
  })
}

/** Resolves when the browser has nothing else to do. Safari has no idle callbacks. */
export async function waitForIdle(): Promise<void> {
  if ('requestIdleCallback' in globalThis) await new Promise((resolve) => requestIdleCallback(resolve))
}
