import type { ReadinessStatus, Song, SongInput } from '@gaffer/domain/songs/song'
import type { SongChangesInput } from '@gaffer/domain/songs/song-changes'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import type { SongFeedback } from './apply-song-changes.ts'
import './apply-song-changes.ts'
import { useChange } from '#offline/use-change.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import type { MembershipKey } from '#lib/me.ts'
import { mapIdsInParallel } from '#lib/run-in-parallel.ts'
import { makeChange } from '#offline/make-change.ts'

export type { ReadinessStatus, Song, SongInput }

const songsQuery = (bandId: string) => endpointQueryOptions('GET /api/bands/:bandId/songs', { params: { bandId } })

/** Sets the status or veto of the user's membership for a song, with an optimistic update. */
export function useSetFeedback({ bandId, id: membershipId }: MembershipKey) {
  const client = useQueryClient()
  return useCallback(
    async (feedback: SongFeedback): Promise<void> => {
      const { songId } = feedback
      const params = { bandId, songId }
      const song = client.getQueryData(songsQuery(bandId).queryKey)?.find(({ id }) => id === songId)
      const about = { id: songId, name: song?.title ?? 'a song' }
      const body = { membershipId }
      const vetoPath = '/api/bands/:bandId/songs/:songId/veto'
      if ('status' in feedback) {
        const input = { params, body: { ...body, status: feedback.status }, idempotencyKey: generateIdempotencyKey() }
        await makeChange(client, 'POST /api/bands/:bandId/songs/:songId/readiness', input, about)
      } else if (feedback.isVetoed) await makeChange(client, `POST ${vetoPath}`, { params, body }, about)
      else await makeChange(client, `DELETE ${vetoPath}/:membershipId`, { params: { ...params, membershipId } }, about)
    },
    [client, bandId, membershipId],
  )
}

/** Changes a song's details: length, key, tempo, note, writers, and whether the song is the band's own. */
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
  })
}

/** Removes several songs in parallel and stops after the first failure; resolves to the ids that were removed (`results`) and to the failure. */
export function useRemoveSongs(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (songIds: readonly string[]) => mapIdsInParallel(songIds, (songId) => removeSong(bandId, songId)),
    onSuccess: ({ results }) => {
      const removedIds = new Set(results)
      client.setQueryData(songsQuery(bandId).queryKey, (songs) => songs?.filter(({ id }) => !removedIds.has(id)))
      void invalidateChanges(client, [{ bandId, what: 'songs' }])
    },
  })
}

/** Removes one song; resolves to its id, also if another member has removed it already. */
async function removeSong(bandId: string, songId: string): Promise<string> {
  try {
    await request('DELETE /api/bands/:bandId/songs/:songId', { params: { bandId, songId } })
  } catch (error) {
    if (!hasErrorCode(error, 'not_found')) throw error
  }
  return songId
}
