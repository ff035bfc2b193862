// The offline features of every signed-in page. Loads the outbox when changes wait to be sent, its dialogs when a change has a problem, and
// the toaster before it is needed. Resumes interrupted uploads, and stores the data of the next fortnight.

import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { waitForIdle } from '#lib/after-paint.ts'
import { readStored, storageKeys } from '#lib/browser-storage.ts'
import { readConnectionState, onConnectionChange, type ConnectionState } from '#lib/connection.ts'
import { importAgain } from '#ui/import-again.ts'
import { queryClient } from '#lib/query-client.ts'
import { loadOutbox, registerOutboxLoader } from '#offline/load-outbox.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { onOutboxStateChange, readOutboxState, type OutboxState } from '#offline/outbox-state.ts'

const OutboxDialogs = lazyOverlay(() => import('./outbox-dialogs.tsx'), 'OutboxDialogs')

registerOutboxLoader(async () => {
  const [outbox] = await Promise.all([
    importAgain(() => import('#offline/page-outbox.ts')),
    importAgain(() => import('./change-appliers.ts')),
  ])
  return outbox
})

/** A page has usually loaded its data by this time after its start. */
const idleAfterMs = 3000

export function OfflineSupport() {
  useEffect(() => {
    startIfWaiting()
    // The browser dispatches this event when another tab has stored a waiting change.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKeys.waiting) startIfWaiting()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => {
      void startIfStored()
      // A toast often reports that the network is lost. If the chunk cannot be loaded now, the first toast tries again.
      void import('#ui/toaster.tsx').catch(() => undefined)
      void resumeUploadsIfStored()
      void keepNextFortnight()
    }, idleAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { changes, signOutQuestion } = useOutboxState()
  if (signOutQuestion === null && changes.every(({ problem }) => problem === null)) return null
  return (
    <Suspense>
      <OutboxDialogs />
    </Suspense>
  )
}

function startIfWaiting(): void {
  if (readStored('waiting') !== null) loadAndStartOutbox()
}

/**
 * Starts the outbox if its database exists. The stored count of waiting changes is not enough: another account may have reset it while this
 * user's changes are still in the database.
 */
async function startIfStored(): Promise<void> {
  if (await hasDatabase('gaffer-outbox')) loadAndStartOutbox()
  // Loads the chunk ahead, so that the first change does not wait for it.
  else void loadOutbox().catch(() => undefined)
}

async function hasDatabase(...names: string[]): Promise<boolean> {
  const databases = (await globalThis.indexedDB?.databases().catch(() => [])) ?? []
  return databases.some(({ name = '' }) => names.includes(name))
}

async function resumeUploadsIfStored(): Promise<void> {
  if (!(await hasDatabase('gaffer-takes', 'gaffer-pictures'))) return
  // If the chunk cannot be loaded, the next page tries again.
  const chunk = await import('./resume-uploads.ts').catch(() => null)
  await chunk?.resumeUploads()
}

function loadAndStartOutbox(): void {
  // If the chunk cannot be loaded, the next page tries again.
  void loadOutbox().then(
    ({ startOutbox }) => startOutbox(),
    () => undefined,
  )
}

/** Keeps the data of the next fortnight stored while the page is open. */
async function keepNextFortnight(): Promise<void> {
  if (!navigator.serviceWorker) return
  await waitForIdle()
  const chunk = await import('#offline/store-fortnight.ts').catch(() => null)
  chunk?.keepFortnightStored(queryClient)
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(onConnectionChange, readConnectionState)
}

export function useOutboxState(): OutboxState {
  return useSyncExternalStore(onOutboxStateChange, readOutboxState)
}
