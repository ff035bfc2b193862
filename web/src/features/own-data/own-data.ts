// The user's account: its sessions and linked identities, the export of its data, and its erasure.

import type { SignedInDevice } from '@gaffer/domain/sign-in/device'
import type { LinkedIdentity } from '@gaffer/domain/sign-in/identity'
import { useQuery } from '@tanstack/react-query'
import { deleteUserValues, readStored } from '#lib/browser-storage.ts'
import { turnOffPushIfGranted } from '#features/messages/turn-off-push-if-granted.ts'
import { endpointPathOf, request } from '#lib/request.ts'
import { discardForms } from '#lib/open-forms.ts'
import { fetchAndSaveFile } from '#lib/download.ts'
import { deleteResponseCaches } from '#lib/service-worker.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { LinkedIdentity, SignedInDevice }

const endPushTimeoutMs = 3000

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

/** Saves all personal data of the user; resolves to the file's name. */
export function downloadMyData(): Promise<string> {
  return fetchAndSaveFile(endpointPathOf('GET /api/me/export'), 'gaffer-my-data.json')
}

/** Empties the outbox. A failure is harmless: changes of an erased account cannot be sent. */
async function deleteWaitingChanges(): Promise<void> {
  if (readStored('waiting') !== null) await (await import('#offline/page-outbox.ts')).deleteWaitingChanges()
}

/** Erases the account and opens the landing page. Throws when the server refuses. */
export async function eraseAccountAndLeave(): Promise<void> {
  await request('DELETE /api/me')
  await deleteWaitingChanges().catch(() => undefined)
  discardForms()
  deleteUserValues()
  await Promise.allSettled([turnOffPushIfGranted(AbortSignal.timeout(endPushTimeoutMs)), deleteResponseCaches()])
  // A new document, so that no data of the user stays in memory.
  location.assign('/')
}
