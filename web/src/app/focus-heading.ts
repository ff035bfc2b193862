// After a route change the new page's heading has the focus, so that it is read out and Tab goes on from there.

const timeoutMs = 5000

/** Focuses the heading as soon as there is one, unless the member has gone elsewhere by then. Returns how to give up. */
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
