import { useEffect, useSyncExternalStore } from 'react'
import { gafferProblemText, NetworkError, noConnectionText } from './api-error.ts'
import { onConnectionChange, probeServer, readConnectionState } from './connection.ts'

/** The text for a page, or a part of one, that could not be shown. It blames the signal only if the server cannot be reached. */
export function useFailureText(error: unknown): string {
  const { isLost } = useSyncExternalStore(onConnectionChange, readConnectionState, readConnectionState)
  // The error of a failed import does not say whether the server was reached.
  useEffect(() => void probeServer(), [])
  return isLost || error instanceof NetworkError ? noConnectionText : gafferProblemText
}
