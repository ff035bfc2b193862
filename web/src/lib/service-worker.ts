// The page's side of the service worker: asking for it, taking its new version, and making it forget.

type Watch = { onFirstControl: () => void; onUpdate: (accept: () => void) => void }

/** For signed-in pages only: a visitor downloads nothing for a next time. Does nothing where there is no such worker. */
export async function startServiceWorker({ onFirstControl, onUpdate }: Watch): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let wasControlled = serviceWorker.controller !== null
  let isAccepted = false
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAccepted) location.reload()
    else if (!wasControlled) onFirstControl()
    wasControlled = true
  })
  // A browser that refuses one reads from the network alone.
  const registration = await serviceWorker.register('/sw.js').catch(() => null)
  if (!registration) return
  const offer = () => {
    const { waiting } = registration
    if (!waiting || !serviceWorker.controller) return
    onUpdate(() => {
      isAccepted = true
      waiting.postMessage('use-new-version', [])
    })
  }
  offer()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
}

/** What was kept for reading without a network goes with whoever read it. */
export async function forgetCopies(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('gaffer-copies-')).map((name) => caches.delete(name)))
}
