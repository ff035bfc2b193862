// What to play at a practice (songs by need), and the songs that were practised.

import type { PracticePlan } from '@gaffer/domain/practice/practice-plan'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { PracticePlan }

const practisedQuery = (params: EventPathParams) =>
  endpointQueryOptions('GET /api/bands/:bandId/events/:eventId/practised', { params })

export function usePracticePlan(params: EventPathParams) {
  return useQuery(endpointQueryOptions('GET /api/bands/:bandId/events/:eventId/brief', { params }))
}

export function usePractisedSongIds(params: EventPathParams) {
  return useQuery(practisedQuery(params))
}

/** Replaces the practised songs. The cached ticks change at once, and go back if the server refuses them. `eventName` is the practice's name. */
export function useSetPractisedSongIds(params: EventPathParams, eventName: string) {
  const client = useQueryClient()
  const { queryKey } = practisedQuery(params)
  const { mutateAsync } = useEndpointMutation('PUT /api/bands/:bandId/events/:eventId/practised', {
    changes: 'songs',
    input: (songIds: string[]) => ({ params, body: { songIds }, idempotencyKey: generateIdempotencyKey() }),
    keep: () => ({ about: { id: params.eventId, name: eventName }, reply: [] }),
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
