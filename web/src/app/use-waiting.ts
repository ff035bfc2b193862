import { useSyncExternalStore } from 'react'
import { onWaitingChange, readWaiting, type WaitingChanges } from '#lib/waiting-changes.ts'

export function useWaiting(): WaitingChanges {
  return useSyncExternalStore(onWaitingChange, readWaiting)
}
