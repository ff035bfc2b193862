import { useEffect, useSyncExternalStore } from 'react'
import { NetworkError } from '#lib/api-error.ts'
import { onConnectionChange, probeServer, readConnectionState } from '#lib/connection.ts'

const gafferProblem = 'Gaffer has a problem. Please try again in a moment.'

/** Why a page or a part of it could not be shown: the signal is named only if the server cannot be reached. */
export function useFailureText(error: unknown): string {
  const { isLost } = useSyncExternalStore(onConnectionChange, readConnectionState, readConnectionState)
  // The error of a chunk that was not loaded does not tell.
  useEffect(() => void probeServer(), [])
  return isLost || error instanceof NetworkError ? new NetworkError(error).message : gafferProblem
}
