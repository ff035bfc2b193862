// Moves the focus to a neighbour when the focused element is removed. Browsers would move it to the body, and screen readers would start
// at the top of the page.

/** The wait before the focus is moved: dialogs and menus that close return the focus themselves a little later. */
const settleMs = 80

/** An element with its neighbours at the time of the focus. */
export type FocusPathStep = { element: Element; next: Element | null; previous: Element | null }

/** The selector of elements that may get the focus. No text fields: focusing one opens a phone's keyboard. */
const focusableSelector =
  'a[href], button:not(:disabled), summary, [tabindex="0"], input[type="checkbox"]:not(:disabled), input[type="radio"]:not(:disabled)'
const boundarySelector = 'main, [role="dialog"], [role="alertdialog"], body'

/** Starts watching the document. Returns a function that stops watching. */
export function moveFocusOnRemoval(): () => void {
  let path: FocusPathStep[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const isFocusLost = () => {
    const last = path[0]?.element
    return last !== undefined && !last.isConnected && document.activeElement === document.body
  }
  const onFocus = ({ target }: FocusEvent) => {
    path = target instanceof Element ? focusPathOf(target) : []
  }
  // Forgets an element that loses the focus before its removal. Chromium also fires `focusout` while it removes the focused element.
  const onBlur = ({ target }: FocusEvent) => {
    setTimeout(() => {
      if (path[0]?.element === target && path[0]?.element.isConnected && document.activeElement !== target) path = []
    })
  }
  const observer = new MutationObserver(() => {
    if (!isFocusLost()) return
    clearTimeout(timer)
    timer = setTimeout(() => isFocusLost() && findFocusFallback(path)?.focus({ preventScroll: true }), settleMs)
  })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
  }
}

/** The element and its ancestors below the body. */
export function focusPathOf(target: Element): FocusPathStep[] {
  const steps: FocusPathStep[] = []
  for (let element: Element | null = target; element && element !== document.body; element = element.parentElement) {
    steps.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling })
  }
  return steps
}

/**
 * The element that gets the focus when the first element of the path is removed: the first focusable in a sibling of the removed
 * element, else in the nearest connected ancestor, else the heading of the dialog or page. Null if there is none of these.
 */
export function findFocusFallback(path: readonly FocusPathStep[]): HTMLElement | null {
  const firstConnected = path.findIndex(({ element }) => element.isConnected)
  const removed = path.at(firstConnected === -1 ? -1 : firstConnected - 1)
  for (const beside of [removed?.next, removed?.previous]) {
    const found = beside?.isConnected ? findFirstFocusable(beside) : null
    if (found) return found
  }
  for (const { element } of firstConnected === -1 ? [] : path.slice(firstConnected)) {
    const found = element.matches(boundarySelector) ? makeHeadingFocusable(element) : findFirstFocusable(element)
    if (found) return found
  }
  return makeHeadingFocusable(document.body)
}

function findFirstFocusable(root: Element): HTMLElement | null {
  return root.matches(focusableSelector) ? (root as HTMLElement) : root.querySelector<HTMLElement>(focusableSelector)
}

function makeHeadingFocusable(root: Element): HTMLElement | null {
  const heading = root.querySelector<HTMLElement>(root.matches('[role]') ? 'h2' : 'main h1, h1')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}
