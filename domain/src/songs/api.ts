import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { SongChangesInput } from './song-changes.ts'
import { ReadinessInput, Song, SongInput, VetoInput } from './song.ts'

export const songsApi = {
  listSongs: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/songs',
    offline: true,
    summary: 'List the practice list with readiness and vetoes, in the order in which the songs were added',
    status: 200,
    response: z.array(Song),
  }),
  addSong: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs',
    summary: 'Add a song from Spotify or by hand; 409 if the track, or the title and artist, is on the list',
    body: SongInput,
    status: 201,
    response: Song,
    idempotent: true,
    changes: 'songs',
    errors: ['conflict'],
  }),
  changeSong: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/songs/:songId',
    offline: true,
    summary:
      "Change length, key, tempo, note and writers of a song, and whether it is the band's own; fields left out stay unchanged",
    body: SongChangesInput,
    status: 200,
    response: Song,
    idempotent: true,
    changes: 'songs',
  }),
  deleteSong: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/songs/:songId',
    summary: 'Remove a song; allowed for any member',
    status: 204,
    changes: 'songs',
  }),
  restoreSong: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/restore',
    summary: `Restore a song with its readiness, vetoes and places in set lists within ${limits.restorableDays} days of its removal`,
    status: 200,
    response: Song,
    changes: 'songs',
    errors: ['conflict'],
  }),
  setReadiness: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/readiness',
    offline: true,
    summary: "Set the caller's readiness for a song",
    body: ReadinessInput,
    status: 200,
    response: Song,
    idempotent: true,
    changes: 'songs',
  }),
  addVeto: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/veto',
    summary: "Add the caller's veto",
    body: VetoInput,
    status: 200,
    response: Song,
    changes: 'songs',
  }),
  deleteVeto: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/songs/:songId/veto/:membershipId',
    summary: "Withdraw the caller's veto",
    status: 204,
    changes: 'songs',
  }),
}
