import * as z from 'zod/mini'
import { endpoint } from '@gaffer/domain/endpoint'
import { ReadinessInput, Song, SongInput, VetoInput } from '@gaffer/domain/song'

export const songsApi = {
  listSongs: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/songs',
    summary: 'The practice list with what every member says of each song, in the order in which songs were added',
    status: 200,
    response: z.array(Song),
  }),
  addSong: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs',
    summary: 'Add a song, from Spotify or by hand; the same track, or title and artist, stand on the list once',
    body: SongInput,
    status: 201,
    response: Song,
    idempotent: true,
    changes: 'songs',
    errors: ['conflict'],
  }),
  deleteSong: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/songs/:songId',
    summary: 'Remove a song; any member may',
    status: 204,
    changes: 'songs',
  }),
  setReadiness: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/readiness',
    summary: 'How ready the caller is',
    body: ReadinessInput,
    status: 200,
    response: Song,
    changes: 'songs',
  }),
  addVeto: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/veto',
    summary: "The caller's veto",
    body: VetoInput,
    status: 200,
    response: Song,
    changes: 'songs',
  }),
  deleteVeto: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/songs/:songId/veto/:membershipId',
    summary: "Take the caller's veto back",
    status: 204,
    changes: 'songs',
  }),
}
