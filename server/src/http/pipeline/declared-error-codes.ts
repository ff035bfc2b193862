import { commonErrorCodesOf, apiErrorCodes, type ApiErrorCode } from '@gaffer/domain/shared/endpoint'
import type { RegisteredEndpoint } from './serve.ts'

/**
 * The error codes that a response of the endpoint may have: the codes that follow from its definition, the codes of its guard, and its
 * `errors`. In the order of `apiErrorCodes`, each once.
 */
export function declaredErrorCodesOf({ endpoint, guardErrors }: Omit<RegisteredEndpoint, 'guardName'>): ApiErrorCode[] {
  const declared = new Set([...commonErrorCodesOf(endpoint), ...guardErrors, ...(endpoint.errors ?? [])])
  return apiErrorCodes.filter((code) => declared.has(code))
}
