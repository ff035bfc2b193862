import { useEffect, useSyncExternalStore } from 'react'
import { gafferProblemText, NetworkError, noConnectionText } from '#lib/api-error.ts'
import { onConnectionChange, probeServer, readConnectionState } from '#lib/connection.ts'

/** Why a page or a part of it could not be shown: the signal is named only if the server cannot be reached. */
export function useFailureText(error: unknown): string {
  const { isLost } = useSyncExternalStore(onConnectionChange, readConnectionState, readConnectionState)
  // The error of a chunk that was not loaded does not tell.
  useEffect(() => void probeServer(), [])
  return isLost || error instanceof NetworkError ? noConnectionText : gafferProblemText
}
