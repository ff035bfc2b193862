// The brief of a practice (songs by need), and the songs that were practised.

import type { Brief } from '@gaffer/domain/what-to-play'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newIdempotencyKey } from '#lib/request.ts'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { endpointQuery } from './endpoint-query.ts'

export type { Brief }

type Practice = { bandId: string; eventId: string }

const practisedQuery = (params: Practice) =>
  endpointQuery('GET /api/bands/:bandId/events/:eventId/practised', { params })

export function useBrief(params: Practice) {
  return useQuery(endpointQuery('GET /api/bands/:bandId/events/:eventId/brief', { params }))
}

export function usePractised(params: Practice) {
  return useQuery(practisedQuery(params))
}

/** Replaces the practised songs. The cached ticks change at once, and go back if the server refuses them. `subject` is the practice's name. */
export function useSetPractised(params: Practice, subject: string) {
  const client = useQueryClient()
  const { queryKey } = practisedQuery(params)
  const { mutateAsync } = useEndpointMutation('PUT /api/bands/:bandId/events/:eventId/practised', {
    changes: 'songs',
    input: (songIds: string[]) => ({ params, body: { songIds }, idempotencyKey: newIdempotencyKey() }),
    keep: () => ({ about: { id: params.eventId, subject }, reply: [] }),
  })
  return async (songIds: string[]) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { songIds })
    try {
      await mutateAsync(songIds)
    } catch (error) {
      await client.invalidateQueries({ queryKey })
      throw error
    }
  }
}
