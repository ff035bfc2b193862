// A band and its members.

import type { NewBandInput } from '@gaffer/domain/band'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/request.ts'
import { meQuery } from './me.ts'
import { endpointQuery } from './reading.ts'

export function useMembers(bandId: string) {
  return useQuery(endpointQuery('GET /api/bands/:bandId/members', { params: { bandId } }))
}

/** The new band is among the member's own when this resolves. */
export function useCreateBand() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewBandInput & { idempotencyKey: string }) =>
      call('POST /api/bands', { body, idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}
