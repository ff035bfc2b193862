// Shows readiness and details of songs that wait in the outbox.

import type { ReadinessStatus, Song } from '@gaffer/domain/songs/song'
import { isOfSameBand, type ShownResponse, type WaitingChangeAppliers } from '#offline/show-waiting.ts'
import { applyFeedbackToSongs } from './song-feedback.ts'

export const waitingSongChanges: WaitingChangeAppliers = {
  'POST /api/bands/:bandId/songs/:songId/readiness': (shown) => {
    const { membershipId, status } = shown.change.body as { membershipId: string; status: ReadinessStatus }
    return mapSongs(shown, (songs, songId) => applyFeedbackToSongs(songs, [{ songId, status }], membershipId))
  },
  'PATCH /api/bands/:bandId/songs/:songId': (shown) =>
    mapSongs(shown, (songs, songId) =>
      songs.map((song) => (song.id === songId ? { ...song, ...(shown.change.body as Partial<Song>) } : song)),
    ),
}

function mapSongs(shown: ShownResponse, apply: (songs: Song[], songId: string) => Song[]): unknown {
  const isList = shown.read.name === 'GET /api/bands/:bandId/songs' && isOfSameBand(shown)
  return isList ? apply(shown.reply as Song[], shown.change.params['songId'] ?? '') : shown.reply
}
