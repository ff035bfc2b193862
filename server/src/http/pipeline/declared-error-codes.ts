import { commonErrorCodesOf, apiErrorCodes, type ApiErrorCode } from '@gaffer/domain/shared/endpoint'
import type { RegisteredEndpoint } from './serve.ts'

/**
 * The error codes that the endpoint may answer with: those that follow from its definition, those of its guard, and its own `errors`. In
 * the order of `apiErrorCodes`, each once.
 */
export function declaredErrorCodesOf({ endpoint, guardErrors }: Omit<RegisteredEndpoint, 'guardName'>): ApiErrorCode[] {
  const declared = new Set([...commonErrorCodesOf(endpoint), ...guardErrors, ...(endpoint.errors ?? [])])
  return apiErrorCodes.filter((code) => declared.has(code))
}
