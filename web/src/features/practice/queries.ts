// The change that ticks songs as practised.

import type { PracticePlan } from '@gaffer/domain/practice/practice-plan'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import './apply-ticks.ts'

export type { PracticePlan }

/** Returns a function that ticks a song, or removes its tick. `eventName` is for the list of changes that wait to be sent. */
export function useTickSong(params: EventPathParams, eventName: string) {
  const sharedOptions = {
    changes: 'songs',
    failure: { title: setlistMessages.practisedNotSaved },
    input: makeInput,
    keep: makeKeptChange,
  } as const
  const tickSong = useChange('PUT /api/bands/:bandId/events/:eventId/practised/:songId', sharedOptions)
  const untickSong = useChange('DELETE /api/bands/:bandId/events/:eventId/practised/:songId', sharedOptions)
  return async (songId: string, isTicked: boolean) => {
    await (isTicked ? tickSong : untickSong).send(songId)
  }

  function makeInput(songId: string) {
    return { params: { ...params, songId }, idempotencyKey: generateIdempotencyKey() }
  }

  function makeKeptChange() {
    return { about: { id: params.eventId, name: eventName }, reply: undefined }
  }
}
