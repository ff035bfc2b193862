import type { MemberChangesInput, NewMemberInput } from '@gaffer/domain/member'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { endpointQueryOptions } from './endpoint-query.ts'

export type MemberChangesBody = z.input<typeof MemberChangesInput>

export function useMembers(bandId: string) {
  return useQuery(endpointQueryOptions('GET /api/bands/:bandId/members', { params: { bandId } }))
}

export function useInviteByEmail(bandId: string) {
  return useEndpointMutation('POST /api/bands/:bandId/members/invite', {
    changes: 'invites',
    input: ({ body, idempotencyKey }: { body: NewMemberInput; idempotencyKey: string }) => ({
      params: { bandId },
      body,
      idempotencyKey,
    }),
  })
}

export function useChangeMember(bandId: string) {
  return useEndpointMutation('PATCH /api/bands/:bandId/members/:memberId', {
    changes: 'members',
    input: ({ memberId, changes }: { memberId: string; changes: MemberChangesBody }) => ({
      params: { bandId, memberId },
      body: changes,
    }),
  })
}

/** The events that removing the member would delete; refetched each time the dialog opens. */
export function useEventsToDeleteWithMember(bandId: string, memberId: string, { enabled }: { enabled: boolean }) {
  const params = { bandId, memberId }
  return useQuery({
    ...endpointQueryOptions('GET /api/bands/:bandId/members/:memberId/events', { params }),
    enabled,
    gcTime: 0,
  })
}

export function useRemoveMember(bandId: string) {
  return useEndpointMutation('DELETE /api/bands/:bandId/members/:memberId', {
    changes: 'members',
    input: ({ memberId, keepEventIds }: { memberId: string; keepEventIds: string[] }) => ({
      params: { bandId, memberId },
      body: { keepEventIds },
    }),
  })
}
