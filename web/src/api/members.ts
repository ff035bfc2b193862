// Members of a band: added by hand, changed and removed. Whatever changes one reads the band's lists again.

import type { MemberChangesInput, NewMemberInput } from '@gaffer/domain/member'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#lib/request.ts'
import { meQuery } from './me.ts'
import { endpointQuery, refresh } from './reading.ts'

export type MemberChanges = z.input<typeof MemberChangesInput>

export function useInviteMember(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewMemberInput; idempotencyKey: string }) =>
      call('POST /api/bands/:bandId/members/invite', { params: { bandId }, body, idempotencyKey }),
    onSuccess: () => refreshPeople(client, bandId),
  })
}

export function useChangeMember(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ memberId, changes }: { memberId: string; changes: MemberChanges }) =>
      call('PATCH /api/bands/:bandId/members/:memberId', { params: { bandId, memberId }, body: changes }),
    onSuccess: () =>
      Promise.all([refreshPeople(client, bandId), client.invalidateQueries({ queryKey: meQuery.queryKey })]),
  })
}

/** What a removal would delete, read anew each time it is asked about. */
export function useMemberEvents(bandId: string, memberId: string, { enabled }: { enabled: boolean }) {
  const params = { bandId, memberId }
  return useQuery({
    ...endpointQuery('GET /api/bands/:bandId/members/:memberId/events', { params }),
    enabled,
    gcTime: 0,
  })
}

/** Takes their events along, so everything of the band is read again. */
export function useRemoveMember(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ memberId, keepEventIds }: { memberId: string; keepEventIds: string[] }) =>
      call('DELETE /api/bands/:bandId/members/:memberId', { params: { bandId, memberId }, body: { keepEventIds } }),
    onSuccess: () => refresh(client, `/api/bands/${bandId}`),
  })
}

/** Who is in the band, who is invited, and what happened. */
export async function refreshPeople(client: QueryClient, bandId: string): Promise<void> {
  await Promise.all(['members', 'invites', 'activity'].map((list) => refresh(client, `/api/bands/${bandId}/${list}`)))
}
