import { commonErrorCodesOf, errorCodes, type ErrorCode } from '@gaffer/domain/endpoint'
import type { ServedEndpoint } from './serve.ts'

/** The codes that the endpoint may answer with: of its shape, its guard and its service. In the order of `errorCodes`, each once. */
export function declaredErrorCodesOf({ endpoint, guardErrors }: Omit<ServedEndpoint, 'guardName'>): ErrorCode[] {
  const declared = new Set([...commonErrorCodesOf(endpoint), ...guardErrors, ...(endpoint.errors ?? [])])
  return errorCodes.filter((code) => declared.has(code))
}
