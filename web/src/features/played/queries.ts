// The requests of the played lists of gigs.

import type { PlayedListInput, PlayedList } from '@gaffer/domain/played/played'
import { fillPath } from '@gaffer/domain/shared/endpoint'
import { fetchAndSaveFile } from '#lib/download.ts'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { applyPlayed } from './apply-played.ts'

/** An edit of a gig's played list. `before` is the version that it is based on. */
export type PlayedEdit = { before: PlayedList; body: PlayedListInput }

/** Replaces a gig's played list. `eventName` is the gig's name, for the list of changes that wait to be sent. */
export function useSavePlayed(params: EventPathParams, eventName: string) {
  return useChange('PUT /api/bands/:bandId/events/:eventId/played', {
    changes: 'songs',
    // No toast here: the caller shows a failure, or the dialog of an edit conflict.
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

/** Downloads the played list as CSV; resolves to the file's name. */
export function downloadPlayedList(params: EventPathParams): Promise<string> {
  return fetchAndSaveFile(fillPath('/api/bands/:bandId/events/:eventId/played.csv', params), 'played.csv')
}

/** Reads the stored list, bypassing the query cache and without the member's edits that are not stored yet. */
export function fetchStoredPlayed(params: EventPathParams): Promise<PlayedList> {
  return request('GET /api/bands/:bandId/events/:eventId/played', { params })
}
