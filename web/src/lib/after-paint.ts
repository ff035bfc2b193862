// Delays work until after the paint that follows a tap, or until the page is idle. Starting a request takes up to 10 ms on a slow phone.

/** A hidden page has no frames, so the wait for the next frame is limited. */
const maxFrameWaitMs = 200

/** Resolves after the next paint, or after `maxFrameWaitMs`. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, maxFrameWaitMs)
  })
}

/** Resolves when the browser has nothing else to do. In Safari, which has no idle callbacks, it resolves at once. */
export async function waitForIdle(): Promise<void> {
  if ('requestIdleCallback' in globalThis) await new Promise((resolve) => requestIdleCallback(resolve))
}
