// Reserves the listener that gets `popstate` before the router. Browsers call the listeners of the window in the order in which they were
// added, and overlay-history.ts is loaded too late to add the first one.

let firstListener: ((event: PopStateEvent) => void) | undefined

/** Call before the router is made. */
export function reserveFirstPopStateListener(): void {
  addEventListener('popstate', (event) => firstListener?.(event))
}

export function setFirstPopStateListener(next: (event: PopStateEvent) => void): void {
  firstListener = next
}
