// Moves focus to the new page's heading after a route change: screen readers read it, and Tab continues from there.

const timeoutMs = 5000

/** Focuses the heading as soon as it exists, unless focus has moved elsewhere. Returns a function that cancels it. */
export function focusHeadingSoon(): () => void {
  const before = document.activeElement
  const attempt = () => {
    if (document.activeElement !== before && document.activeElement !== document.body) return true
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return false
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  if (attempt()) return () => undefined

  const observer = new MutationObserver(() => attempt() && stop())
  const timer = setTimeout(() => observer.disconnect(), timeoutMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
