// Tells the service worker whether a window of the installed app (home screen) is open, because the worker cannot see how a window is
// displayed: such a window holds a web lock.

const lockName = 'gaffer-installed-window'

/** Call in a page that is displayed as the installed app. The lock lasts as long as the page. */
export function holdInstalledWindowLock(): void {
  const untilClosed = () => new Promise<void>(() => undefined)
  void navigator.locks?.request(lockName, { mode: 'shared' }, untilClosed)
}

/** For the service worker. */
export async function isInstalledWindowOpen(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === lockName)
}
