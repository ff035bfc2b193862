import { useSyncExternalStore } from 'react'
import { onConnectionChange, readConnectionState, type ConnectionState } from '#lib/connection.ts'

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(onConnectionChange, readConnectionState)
}
