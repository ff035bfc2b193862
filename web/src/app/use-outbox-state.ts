import { useSyncExternalStore } from 'react'
import { onOutboxStateChange, readOutboxState, type OutboxState } from '#lib/outbox-state.ts'

export function useOutboxState(): OutboxState {
  return useSyncExternalStore(onOutboxStateChange, readOutboxState)
}
