import { useSyncExternalStore } from 'react'
import { onConnectionChange, readConnection, type Connection } from '#lib/connection.ts'

export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, readConnection)
}
