// Optimistic updates: applies readiness, vetoes and edits of songs that the server has not stored yet to the cached replies.

import type { ReadinessStatus, Song } from '@gaffer/domain/songs/song'
import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import { isOfSameBand, registerChangeAppliers, type ChangeApplier, type ShownReply } from '#lib/shown-changes.ts'

/** A member's readiness for a song, or veto on it. */
export type SongFeedback = { songId: string } & ({ status: ReadinessStatus } | { isVetoed: boolean })

const readsWithSongs: readonly ReadEndpointName[] = ['GET /api/bands/:bandId/songs']

registerChangeAppliers({
  'POST /api/bands/:bandId/songs/:songId/readiness': makeSongApplier((song, { change }) => {
    const { membershipId, status } = change.body as { membershipId: string; status: ReadinessStatus }
    return applyFeedback(song, { songId: song.id, status }, membershipId)
  }),
  'POST /api/bands/:bandId/songs/:songId/veto': makeSongApplier((song, { change }) => {
    const { membershipId } = change.body as { membershipId: string }
    return applyFeedback(song, { songId: song.id, isVetoed: true }, membershipId)
  }),
  'DELETE /api/bands/:bandId/songs/:songId/veto/:membershipId': makeSongApplier((song, { change: { params } }) =>
    applyFeedback(song, { songId: song.id, isVetoed: false }, params['membershipId'] ?? ''),
  ),
  'PATCH /api/bands/:bandId/songs/:songId': makeSongApplier((song, { stored, change }) => ({
    ...song,
    ...((stored ?? change.body) as Partial<Song>),
  })),
})

function makeSongApplier(apply: (song: Song, shown: ShownReply) => Song): ChangeApplier {
  return {
    reads: readsWithSongs,
    apply: (shown) => {
      const songs = shown.reply as Song[]
      const isChanged = ({ id }: Song) => id === shown.change.params['songId']
      if (!isOfSameBand(shown) || !songs.some(isChanged)) return songs
      return songs.map((song) => (isChanged(song) ? apply(song, shown) : song))
    },
  }
}

/** Returns the song with a member's status or veto in place of the member's earlier one. */
export function applyFeedback(song: Song, feedback: SongFeedback, membershipId: string): Song {
  const others = <T extends { membershipId: string }>(all: T[]) =>
    all.filter((one) => one.membershipId !== membershipId)
  return 'status' in feedback
    ? { ...song, readiness: [...others(song.readiness), { membershipId, status: feedback.status }] }
    : { ...song, vetos: [...others(song.vetos), ...(feedback.isVetoed ? [{ membershipId }] : [])] }
}
