// Adds a song to the practice list and to the Spotify playlist, and shows a toast with the outcome.

import { songMessages } from '@gaffer/domain/songs/song-messages'
import { useRef, useState } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import { useChange } from '#offline/use-change.ts'
import { type SongInput } from '#features/songs/queries.ts'
import { addTrackToPracticePlaylist } from '#features/spotify/queries.ts'
import { playlistFailureToast } from '#features/spotify/playlist-failure.ts'
import { makeIdempotencyKeySource, type IdempotencyKeySource } from '#lib/idempotency-key.ts'
import { showFailureToast, showToast } from '#ui/toast-store.ts'

type AddSongState = {
  /** Adds a song. `trackId` is null for a song that is added by hand. Resolves to whether the song is on the list now. */
  add: (song: Omit<SongInput, 'addedByMembershipId'>, trackId: string | null) => Promise<boolean>
  /** The track id of the song that is being added; null for a song by hand, undefined while no request is pending. */
  adding: string | null | undefined
}

export function useAddSongToLists(
  { bandId, id: addedByMembershipId }: OwnMembership,
  onAdded: (songId: string) => void,
): AddSongState {
  const { send } = useChange('POST /api/bands/:bandId/songs', {
    changes: 'songs',
    failure: { title: songMessages.songNotAdded },
  })
  const [adding, setAdding] = useState<string | null | undefined>(undefined)
  // One idempotency key per track id (null: the song by hand), kept until the song is added: a retry after a lost response adds it once.
  const keys = useRef(new Map<string | null, IdempotencyKeySource>())

  async function add(song: Omit<SongInput, 'addedByMembershipId'>, trackId: string | null): Promise<boolean> {
    const key = keys.current.get(trackId) ?? makeIdempotencyKeySource()
    keys.current.set(trackId, key)
    setAdding(trackId)
    const body = { ...song, addedByMembershipId }
    const added = await send({ params: { bandId }, body, idempotencyKey: key.keyFor(body) })
    setAdding(undefined)
    if (!added) return false
    onAdded(added.reply.id)
    keys.current.delete(trackId)
    void alsoOnPlaylist(trackId)
    return true
  }

  return { add, adding }
}

/** Adds the track to the Spotify playlist, and shows the toast. A failure does not undo the addition to the practice list. */
async function alsoOnPlaylist(trackId: string | null): Promise<void> {
  try {
    if (trackId !== null) await addTrackToPracticePlaylist(trackId)
    showToast({ title: songMessages.songAdded })
  } catch (error) {
    showFailureToast(playlistFailureToast(error, songMessages.songAddedHereOnly))
  }
}
