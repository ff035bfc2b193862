// What to play at a practice (songs by need), and the songs that were practised.

import type { PracticePlan } from '@gaffer/domain/practice/practice-plan'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { withTick } from './ticks.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { PracticePlan }

const practisedQuery = (params: EventPathParams) =>
  endpointQueryOptions('GET /api/bands/:bandId/events/:eventId/practised', { params })

/**
 * Ticks one song, or removes its tick. The cached ticks change at once, and go back if the server refuses the change. `eventName` is the
 * practice's name.
 */
export function useTickSong(params: EventPathParams, eventName: string) {
  const client = useQueryClient()
  const { queryKey } = practisedQuery(params)
  const shared = {
    changes: 'songs',
    failure: { title: setlistMessages.practisedNotSaved },
    input: inputOf,
    keep,
  } as const
  const tick = useChange('PUT /api/bands/:bandId/events/:eventId/practised/:songId', shared)
  const untick = useChange('DELETE /api/bands/:bandId/events/:eventId/practised/:songId', shared)
  return async (songId: string, isTicked: boolean) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (shown) => shown && withTick(shown, songId, isTicked))
    const saved = await (isTicked ? tick : untick).send(songId)
    if (!saved) await client.invalidateQueries({ queryKey })
  }

  function inputOf(songId: string) {
    return { params: { ...params, songId }, idempotencyKey: generateIdempotencyKey() }
  }

  function keep() {
    return { about: { id: params.eventId, name: eventName }, reply: undefined }
  }
}
