import { useSyncExternalStore } from 'react'
import { onOutboxStateChange, readOutboxState, type OutboxState } from '#offline/outbox-state.ts'

export function useOutboxState(): OutboxState {
  return useSyncExternalStore(onOutboxStateChange, readOutboxState)
}
