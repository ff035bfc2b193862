// The error codes that an endpoint may answer with: those of its shape, of its guard, and of its service.

import { commonErrorCodes, errorCodes, type ErrorCode } from '@gaffer/domain/endpoint'
import type { ServedEndpoint } from './serve.ts'

const guardErrorCodes: Record<string, readonly ErrorCode[]> = {
  isPublic: [],
  optionalSession: [],
  requireSession: ['not_signed_in'],
  requireCookieSession: ['not_signed_in'],
  requireSpotify: ['not_signed_in', 'not_connected'],
  requirePlatformAdmin: ['not_signed_in', 'not_allowed'],
  requireMember: ['not_signed_in', 'not_found'],
  requireInviter: ['not_signed_in', 'not_found', 'not_allowed'],
  requireFeedToken: ['not_found'],
  requireAnswerToken: ['not_found'],
  requireSheetToken: ['not_found'],
  requireUnsubscribeToken: ['not_found'],
  requireMetricsAccess: ['not_found'],
}

/** In the order of `errorCodes`, each once. Throws for a guard that is not listed above. */
export function declaredErrorCodes({ endpoint, guardName }: ServedEndpoint): ErrorCode[] {
  const ofGuard = guardErrorCodes[guardName]
  if (!ofGuard) throw new Error(`Add the error codes of the guard ${guardName} to http/declared-error-codes.ts`)
  const declared = new Set([...commonErrorCodes(endpoint), ...ofGuard, ...(endpoint.errors ?? [])])
  return errorCodes.filter((code) => declared.has(code))
}
