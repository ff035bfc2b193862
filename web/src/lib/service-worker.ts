// The page's side of the service worker: registers it, and offers its update.

import { confirmDiscardingForms, hasDirtyForms } from '#ui/open-forms.ts'
import { waitForIdle } from './after-paint.ts'

type ServiceWorkerOptions = {
  /** Whether the page still loads its data. The worker is registered afterwards, because its downloads would compete. */
  isLoading: () => boolean
  onUpdate: (accept: () => void) => void
}

const loadingCheckMs = 250
/** A visible page checks for a new version at this interval. */
const updateCheckIntervalMs = 60 * 60_000
/** The shortest time between two checks, because a page also checks when it gets the focus or is shown again. */
const minUpdateCheckIntervalMs = 5 * 60_000

/**
 * Registers the service worker. Call it on signed-in pages only, so that visitors do not download the precache. Does nothing in browsers
 * without service workers.
 */
export async function registerServiceWorker({ isLoading, onUpdate }: ServiceWorkerOptions): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let wasControlled = serviceWorker.controller !== null
  let isAccepted = false
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker replaces no older one, so the page needs no reload.
    if (!wasControlled) wasControlled = true
    else if (isAccepted || !hasDirtyForms()) location.reload()
    // The update was accepted in another tab, and this page has unsaved entries. It reloads when the member accepts the update here too, or
    // when the entries are saved and it imports a chunk of the old build, which no longer exists. The reloaded page has the new worker, so
    // there is no loop.
    else {
      onUpdate(() => void reloadIfAgreed())
      addEventListener('vite:preloadError', () => {
        if (!hasDirtyForms()) location.reload()
      })
    }
  })
  await waitUntilLoadedAndIdle(isLoading)
  // Without a registration the page works, but only with a network.
  const registration = await serviceWorker.register('/sw.js').catch(() => null)
  if (!registration) return
  const acceptUpdate = async (waiting: ServiceWorker) => {
    if (!(await confirmDiscardingForms())) return
    isAccepted = true
    waiting.postMessage('use-new-version', [])
  }
  const offerUpdate = () => {
    const { waiting } = registration
    if (!waiting || !serviceWorker.controller) return
    onUpdate(() => void acceptUpdate(waiting))
  }
  offerUpdate()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offerUpdate)
  })
  checkForUpdates(registration)
}

async function reloadIfAgreed(): Promise<void> {
  if (await confirmDiscardingForms()) location.reload()
}

/**
 * Checks for a new worker at intervals and when the page is shown. Browsers check only when a page is opened, and an installed app stays
 * open for days.
 */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  const checkIfDue = () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < minUpdateCheckIntervalMs) return
    checkedAt = Date.now()
    // Without a network, a later check finds the new version.
    void registration.update().catch(() => undefined)
  }
  setInterval(checkIfDue, updateCheckIntervalMs)
  document.addEventListener('visibilitychange', checkIfDue)
  addEventListener('focus', checkIfDue)
}

/** Resolves when the document and its data have loaded and the browser has nothing else to do. */
async function waitUntilLoadedAndIdle(isLoading: () => boolean): Promise<void> {
  while (document.readyState !== 'complete' || isLoading()) {
    await new Promise((resolve) => setTimeout(resolve, loadingCheckMs))
  }
  await waitForIdle()
}
