// A member's account: where it is signed in, a copy of all that is kept about them, and its end.

import type { SignedInDevice } from '@gaffer/domain/device'
import type { LinkedIdentity } from '@gaffer/domain/identity'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { forgetMember } from '#lib/browser-storage.ts'
import { addressOf, call } from '#lib/request.ts'
import { discardForms } from '#lib/open-forms.ts'
import { download } from '#lib/download.ts'
import { forgetCopies } from '#lib/service-worker.ts'
import { meQuery } from './me.ts'
import { endpointQuery } from './reading.ts'

export type { LinkedIdentity, SignedInDevice }

const devices = endpointQuery('GET /api/me/sessions')

export function useDevices() {
  // Never what was true a while ago: other devices come and go by themselves.
  return useQuery({ ...devices, staleTime: 0, gcTime: 0 })
}

export function useSignOutDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call('DELETE /api/me/sessions/:sessionId', { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: devices.queryKey }),
  })
}

const identities = endpointQuery('GET /api/me/identities')

export function useLinkedIdentities() {
  // Never what was true a while ago: another device may have linked or removed one.
  return useQuery({ ...identities, staleTime: 0, gcTime: 0 })
}

export function useRemoveIdentity() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (identityId: string) => call('DELETE /api/me/identities/:identityId', { params: { identityId } }),
    onSettled: () =>
      Promise.all([identities, meQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true }))),
  })
}

/** Saves everything that is kept about the member; resolves to the file's name. */
export function downloadMyData(): Promise<string> {
  return download(addressOf('GET /api/me/export'), 'gaffer-my-data.json')
}

/** Erases the account and leaves for the front page. Throws when the server refuses. */
export async function eraseAccount(): Promise<void> {
  await call('DELETE /api/me')
  discardForms()
  forgetMember()
  await forgetCopies()
  // A fresh document: nothing of the member stays in memory.
  location.assign('/')
}
