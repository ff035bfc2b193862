// What gigs played.

import type { PlayedListInput, PlayedList } from '@gaffer/domain/played/played'
import { fillPath } from '@gaffer/domain/shared/endpoint'
import { fetchAndSaveFile } from '#lib/download.ts'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { applyPlayed } from './apply-played.ts'

/** An edit of what a gig played, over the version that it was made on. */
export type PlayedEdit = { before: PlayedList; body: PlayedListInput }

/** Replaces what a gig played. `eventName` is the gig's name. */
export function useSavePlayed(params: EventPathParams, eventName: string) {
  return useChange('PUT /api/bands/:bandId/events/:eventId/played', {
    changes: 'songs',
    // The caller asks about an edit conflict.
    failure: null,
    input: ({ before, body }: PlayedEdit) => ({
      params,
      body,
      version: before.version,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ before, body }) => ({
      about: { id: params.eventId, name: eventName, before },
      reply: applyPlayed(before, body),
    }),
  })
}

/** Resolves to the name of the file. */
export function downloadPlayedList(params: EventPathParams): Promise<string> {
  return fetchAndSaveFile(fillPath('/api/bands/:bandId/events/:eventId/played.csv', params), 'played.csv')
}

/** What is stored, without the member's own waiting edits. */
export function fetchStoredPlayed(params: EventPathParams): Promise<PlayedList> {
  return request('GET /api/bands/:bandId/events/:eventId/played', { params })
}
