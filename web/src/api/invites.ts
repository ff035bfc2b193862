// Invitations: looking at one, keeping it while its owner signs in, joining with it, making one.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/request.ts'
import { meQuery } from './me.ts'
import { refreshPeople } from './members.ts'
import { endpointQuery } from './reading.ts'

export function useInvitation(token: string) {
  return useQuery(endpointQuery('GET /api/invites/:token', { params: { token } }))
}

/** Signed out: the browser holds the invitation until its owner has verified their phone. */
export function useHoldInvitation() {
  return useMutation({ mutationFn: (token: string) => call('POST /auth/invite', { body: { token } }) })
}

/** Signed in: joins at once. The band is among the member's own when this resolves. */
export function useAcceptInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call('POST /api/invites/:token/accept', { params: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}

export function useMakeInviteLink(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ note, idempotencyKey }: { note: string; idempotencyKey: string }) =>
      call('POST /api/bands/:bandId/invites/general', { params: { bandId }, body: { note }, idempotencyKey }),
    onSuccess: () => refreshPeople(client, bandId),
  })
}

/** For platform admins: a link that lets one person in to start a band. */
export function useInviteFounder() {
  return useMutation({
    mutationFn: (idempotencyKey: string) => call('POST /api/platform/invites', { idempotencyKey }),
  })
}

export function useInviteByPhone(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ phone, name, idempotencyKey }: { phone: string; name: string; idempotencyKey: string }) =>
      call('POST /api/bands/:bandId/invites/phone', { params: { bandId }, body: { phone, name }, idempotencyKey }),
    onSuccess: () => refreshPeople(client, bandId),
  })
}

/** Those that still let somebody in. For who may invite. */
export function useLiveInvitations(bandId: string, { enabled = true } = {}) {
  return useQuery({ ...endpointQuery('GET /api/bands/:bandId/invites', { params: { bandId } }), enabled })
}

export function useRevokeInvitation(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (inviteId: string) =>
      call('DELETE /api/bands/:bandId/invites/:inviteId', { params: { bandId, inviteId } }),
    onSettled: () => refreshPeople(client, bandId),
  })
}
