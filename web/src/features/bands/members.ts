import type { MemberChangesInput, NewMemberInput } from '@gaffer/domain/bands/member'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me-query.ts'

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

/** The events that are deleted with the member; refetched each time the dialog opens. */
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

/** `onLeft` runs as soon as `me` lacks the band, before anything is refetched. */
export function useLeaveBand(bandId: string, onLeft: () => void) {
  return useEndpointMutation('POST /api/bands/:bandId/leave', {
    changes: 'members',
    input: (keepEventIds: string[]) => ({ params: { bandId }, body: { keepEventIds } }),
    onSuccess: (_, client) => {
      client.setQueryData(
        meQueryOptions.queryKey,
        (me) => me && { ...me, bands: me.bands.filter((own) => own.bandId !== bandId) },
      )
      onLeft()
    },
  })
}
