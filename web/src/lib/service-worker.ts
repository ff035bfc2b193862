// The page's side of the service worker: registration, updates, and deleting its cached responses.

type Watch = { onFirstControl: () => void; onUpdate: (accept: () => void) => void }

/** For signed-in pages only, so that visitors download nothing for later. Does nothing without service worker support. */
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
  // Without a worker, all reads use the network.
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

/** Deletes the cached API responses of all users. */
export async function forgetCopies(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('gaffer-copies-')).map((name) => caches.delete(name)))
}
