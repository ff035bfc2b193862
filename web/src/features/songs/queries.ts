// The practice list: songs and the members' feedback on them. The user's own feedback is optimistic: an overlay over the query's
// data, so that a refetch in between does not undo it.

import type { ReadinessStatus, Song, SongInput } from '@gaffer/domain/songs/song'
import type { SongChangesInput } from '@gaffer/domain/songs/song-changes'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import {
  useMutation,
  useMutationState,
  useQueryClient,
  type MutationOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { waitForPaint } from '#lib/after-paint.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { applyFeedbackToSongs, type SongFeedback } from './song-feedback.ts'
import { useChange } from '#offline/use-change.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { mapIdsInParallel } from '#lib/run-in-parallel.ts'
import { sendOrKeepInOutbox } from '#offline/send-or-keep.ts'

export type { ReadinessStatus, Song, SongInput }

/** The membership of the member who gives the feedback. */
type Author = { bandId: string; id: string }

const songsQuery = (bandId: string) => endpointQueryOptions('GET /api/bands/:bandId/songs', { params: { bandId } })
const feedbackKey = (bandId: string) => ['song feedback', bandId]
const invalidateSongs = (client: QueryClient, bandId: string) => invalidateChanges(client, [{ bandId, what: 'songs' }])

/** The songs in the order in which they were added, with the user's pending feedback applied. */
export function useOptimisticSongs({ bandId, id: membershipId }: Author) {
  const { data, error, refetch, isFetching } = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const feedback = useMutationState({
    filters: { mutationKey: feedbackKey(bandId), status: 'pending' },
    select: ({ state }) => state.variables as SongFeedback,
  })
  const songs = useMemo(
    () => data && applyFeedbackToSongs(data, feedback, membershipId),
    [data, feedback, membershipId],
  )
  return { data: songs, error, refetch, isFetching }
}

/** Sends feedback. A song's requests run one after another, so that the last one wins. */
export function useSetFeedback({ bandId, id: membershipId }: Author): (feedback: SongFeedback) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (feedback) => {
      const { queryKey } = songsQuery(bandId)
      const mutationKey = feedbackKey(bandId)
      // Not useMutation: each song has a queue of its own.
      const options: MutationOptions<Song | null | void, Error, SongFeedback> = {
        retry: false,
        networkMode: 'offlineFirst',
        mutationKey,
        meta: { failure: null },
        scope: { id: `${bandId}/${feedback.songId}` },
        mutationFn: (sent) => {
          const song = client.getQueryData(queryKey)?.find(({ id }) => id === sent.songId)
          return sendFeedback(bandId, membershipId, sent, song?.title ?? 'a song')
        },
        onSuccess: async (song, sent) => {
          // A read that began before this write would undo it on screen.
          await client.cancelQueries({ queryKey })
          client.setQueryData(queryKey, (songs) =>
            song
              ? songs?.map((one) => (one.id === song.id ? song : one))
              : songs && applyFeedbackToSongs(songs, [sent], membershipId),
          )
        },
        onSettled: () => {
          if (client.isMutating({ mutationKey }) === 1) void invalidateSongs(client, bandId)
        },
      }
      await client.getMutationCache().build(client, options).execute(feedback)
    },
    [client, bandId, membershipId],
  )
}

/** Without a network, readiness is kept in the outbox, and a veto fails. */
async function sendFeedback(
  bandId: string,
  membershipId: string,
  feedback: SongFeedback,
  title: string,
): Promise<Song | null | void> {
  await waitForPaint()
  const params = { bandId, songId: feedback.songId }
  if ('status' in feedback) {
    const input = { params, body: { membershipId, status: feedback.status }, idempotencyKey: generateIdempotencyKey() }
    return sendOrKeepInOutbox('POST /api/bands/:bandId/songs/:songId/readiness', input, {
      id: feedback.songId,
      name: title,
    })
  }
  const body = { membershipId }
  if (feedback.isVetoed) return request('POST /api/bands/:bandId/songs/:songId/veto', { params, body })
  return request('DELETE /api/bands/:bandId/songs/:songId/veto/:membershipId', { params: { ...params, membershipId } })
}

/** Changes a song's details: length, key, tempo and note. */
export function useChangeSong(bandId: string) {
  return useChange('PATCH /api/bands/:bandId/songs/:songId', {
    changes: 'songs',
    failure: { title: setlistMessages.songNotChanged },
    input: ({ song, changes: body }: { song: Song; changes: SongChangesInput }) => ({
      params: { bandId, songId: song.id },
      body,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ song, changes }) => ({
      about: { id: song.id, name: song.title },
      reply: { ...song, ...changes } as Song,
    }),
    onSuccess: (changed, client) => {
      client.setQueryData(songsQuery(bandId).queryKey, (songs) =>
        songs?.map((one) => (one.id === changed.id ? changed : one)),
      )
    },
  })
}

/** Removes several songs in parallel and stops after the first failure; resolves to the ids that were removed. */
export function useRemoveSongs(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (songIds: readonly string[]) => mapIdsInParallel(songIds, (songId) => removeSong(bandId, songId)),
    onSuccess: ({ done }) => {
      const gone = new Set(done)
      client.setQueryData(songsQuery(bandId).queryKey, (songs) => songs?.filter(({ id }) => !gone.has(id)))
      void invalidateSongs(client, bandId)
    },
  })
}

/** A song that another member removed first counts as removed. */
async function removeSong(bandId: string, songId: string): Promise<string> {
  try {
    await request('DELETE /api/bands/:bandId/songs/:songId', { params: { bandId, songId } })
  } catch (error) {
    if (!hasErrorCode(error, 'not_found')) throw error
  }
  return songId
}
