// The sessions of the user and the identities linked to the account.

import type { SignedInDevice } from '@gaffer/domain/sign-in/device'
import type { LinkedIdentity } from '@gaffer/domain/sign-in/identity'
import { useQuery } from '@tanstack/react-query'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'

export type { LinkedIdentity, SignedInDevice }

// The lists of devices and identities are not cached: other devices change them without a change message.
const uncached = { staleTime: 0, gcTime: 0 }

export function useSignedInDevices() {
  return useQuery({ ...endpointQueryOptions('GET /api/me/sessions'), ...uncached })
}

export function useSignOutDevice() {
  return useEndpointMutation('DELETE /api/me/sessions/:sessionId', {
    changes: 'session',
    input: (sessionId: string) => ({ params: { sessionId } }),
    invalidates: ['GET /api/me/sessions'],
    isDoneIfNotFound: true,
  })
}

export function useLinkedIdentities() {
  return useQuery({ ...endpointQueryOptions('GET /api/me/identities'), ...uncached })
}

export function useRemoveIdentity() {
  return useEndpointMutation('DELETE /api/me/identities/:identityId', {
    changes: 'nothing',
    input: (identityId: string) => ({ params: { identityId } }),
    invalidates: ['GET /api/me/identities', 'GET /api/me'],
    isDoneIfNotFound: true,
  })
}
