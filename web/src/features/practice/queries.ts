// What to play at a practice (songs by need), and the songs that were practised.

import type { PracticePlan } from '@gaffer/domain/practice/practice-plan'
import { withTick } from './ticks.ts'
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

/**
 * Ticks one song, or removes its tick. The cached ticks change at once, and go back if the server refuses the change. `eventName` is the
 * practice's name.
 */
export function useTickSong(params: EventPathParams, eventName: string) {
  const client = useQueryClient()
  const { queryKey } = practisedQuery(params)
  const tick = useEndpointMutation('PUT /api/bands/:bandId/events/:eventId/practised/:songId', {
    changes: 'songs',
    input: inputOf,
    keep,
  })
  const untick = useEndpointMutation('DELETE /api/bands/:bandId/events/:eventId/practised/:songId', {
    changes: 'songs',
    input: inputOf,
    keep,
  })
  return async (songId: string, isTicked: boolean) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (shown) => shown && withTick(shown, songId, isTicked))
    try {
      await (isTicked ? tick : untick).mutateAsync(songId)
    } catch (error) {
      await client.invalidateQueries({ queryKey })
      throw error
    }
  }

  function inputOf(songId: string) {
    return { params: { ...params, songId }, idempotencyKey: generateIdempotencyKey() }
  }

  function keep() {
    return { about: { id: params.eventId, name: eventName }, reply: undefined }
  }
}
