// The practice list of a band: its songs, and what the signed-in member says about them. What they say shows at once,
// laid over what was read, so that a list that is read again meanwhile takes nothing back.

import type { ReadinessStatus, Song, SongInput } from '@gaffer/domain/song'
import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type MutationOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '#lib/request.ts'
import { hasStatus } from '#lib/api-error.ts'
import { endpointQuery, refresh } from './reading.ts'
import { withFeedback, type SongFeedback } from './song-feedback.ts'

export type { ReadinessStatus, Song, SongInput, SongFeedback }

/** Whose word it is: a membership. */
type Speaker = { bandId: string; id: string }

const songsOf = (bandId: string) => endpointQuery('GET /api/bands/:bandId/songs', { params: { bandId } })
const wordsKey = (bandId: string) => ['songs', 'words', bandId]
const refreshSongs = (client: QueryClient, bandId: string) => refresh(client, `/api/bands/${bandId}/songs`)
const refreshActivity = (client: QueryClient, bandId: string) => refresh(client, `/api/bands/${bandId}/activity`)

export function useSongs(bandId: string) {
  return useQuery(songsOf(bandId))
}

/** The songs in the order in which they were added, with what the member has just said of them. */
export function useOptimisticSongs({ bandId, id: membershipId }: Speaker) {
  const { data, error, refetch, isFetching } = useSongs(bandId)
  const words = useMutationState({
    filters: { mutationKey: wordsKey(bandId), status: 'pending' },
    select: ({ state }) => state.variables as SongFeedback,
  })
  const songs = useMemo(() => data && withFeedback(data, words, membershipId), [data, words, membershipId])
  return { songs, error, refetch, isFetching }
}

/** Says a word about a song. One after another for each song, so that the last one said is the one that stays. */
export function useSetFeedback({ bandId, id: membershipId }: Speaker): (word: SongFeedback) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (word) => {
      const { queryKey } = songsOf(bandId)
      const mutationKey = wordsKey(bandId)
      // Not a mutation of a component's: each song has a queue of its own.
      const options: MutationOptions<Song | void, Error, SongFeedback> = {
        retry: false,
        networkMode: 'offlineFirst',
        mutationKey,
        scope: { id: `${bandId}/${word.songId}` },
        mutationFn: (said) => send(bandId, membershipId, said),
        onSuccess: async (song, said) => {
          // A list that was asked for before this was said would take it back.
          await client.cancelQueries({ queryKey })
          client.setQueryData(queryKey, (songs) =>
            song
              ? songs?.map((one) => (one.id === song.id ? song : one))
              : songs && withFeedback(songs, [said], membershipId),
          )
        },
        onSettled: () => {
          if (client.isMutating({ mutationKey }) === 1) void refreshSongs(client, bandId)
        },
      }
      await client.getMutationCache().build(client, options).execute(word)
    },
    [client, bandId, membershipId],
  )
}

function send(bandId: string, membershipId: string, word: SongFeedback): Promise<Song | void> {
  const params = { bandId, songId: word.songId }
  if ('status' in word) {
    const body = { membershipId, status: word.status }
    return call('POST /api/bands/:bandId/songs/:songId/readiness', { params, body })
  }
  if (word.isVetoed) return call('POST /api/bands/:bandId/songs/:songId/veto', { params, body: { membershipId } })
  return call('DELETE /api/bands/:bandId/songs/:songId/veto/:membershipId', { params: { ...params, membershipId } })
}

/** The song is in the list when this resolves. */
export function useAddSong(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: SongInput; idempotencyKey: string }) =>
      call('POST /api/bands/:bandId/songs', { params: { bandId }, body, idempotencyKey }),
    onSuccess: () => {
      void refreshActivity(client, bandId)
      return refreshSongs(client, bandId)
    },
    onError: (error) => {
      // Another member was faster, and what they added should show.
      if (hasStatus(error, 409)) void refreshSongs(client, bandId)
    },
  })
}

/** What was removed, and what stopped the rest. */
export type Removal = { removed: readonly string[]; failure: unknown }

const removedAtOnce = 4

/** Removes some songs at a time, and no more after one that fails. */
export function useRemoveSongs(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (songIds: readonly string[]): Promise<Removal> => {
      const removed: string[] = []
      const failures: unknown[] = []
      const queue = songIds.values()
      const work = async () => {
        for (const songId of queue) {
          await removeSong(bandId, songId).then(
            () => removed.push(songId),
            (error: unknown) => failures.push(error),
          )
          if (failures.length > 0) return
        }
      }
      await Promise.all(Array.from({ length: removedAtOnce }, work))
      return { removed, failure: failures[0] ?? null }
    },
    onSuccess: ({ removed }) => {
      const gone = new Set(removed)
      client.setQueryData(songsOf(bandId).queryKey, (songs) => songs?.filter(({ id }) => !gone.has(id)))
      void refreshSongs(client, bandId)
      void refreshActivity(client, bandId)
    },
  })
}

/** A song that another member removed first is as good as removed. */
async function removeSong(bandId: string, songId: string): Promise<void> {
  try {
    await call('DELETE /api/bands/:bandId/songs/:songId', { params: { bandId, songId } })
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
}
