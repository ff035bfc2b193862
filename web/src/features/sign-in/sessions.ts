// The sessions of the user and the identities linked to the account.

import type { SignedInDevice } from '@gaffer/domain/sign-in/device'
import type { LinkedIdentity } from '@gaffer/domain/sign-in/identity'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'

export type { LinkedIdentity, SignedInDevice }

// The lists of devices and identities are not cached: other devices change them without a change message.
const uncached = { staleTime: 0, gcTime: 0 }

export function useSignedInDevices() {
  return useEndpoint('GET /api/me/sessions', {}, uncached)
}

export function useSignOutDevice() {
  return useChange('DELETE /api/me/sessions/:sessionId', {
    changes: 'session',
    failure: { title: 'That device is still signed in' },
    input: (sessionId: string) => ({ params: { sessionId } }),
    invalidates: ['GET /api/me/sessions'],
    isDoneIfNotFound: true,
  })
}

export function useLinkedIdentities() {
  return useEndpoint('GET /api/me/identities', {}, uncached)
}

export function useRemoveIdentity() {
  return useChange('DELETE /api/me/identities/:identityId', {
    changes: 'nothing',
    failure: { title: 'That account is still linked' },
    input: (identityId: string) => ({ params: { identityId } }),
    invalidates: ['GET /api/me/identities', 'GET /api/me'],
    isDoneIfNotFound: true,
  })
}
