// Delays what need not come before the paint after a tap. Starting a request takes up to 10 ms on a slow phone.

/** A hidden page has no frames. */
const longestMs = 200

/** Resolves after the next paint. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestMs)
  })
}
