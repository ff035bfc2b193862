import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/common-schemas'
import { endpoint } from '@gaffer/domain/endpoint'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { requiredLine } from '@gaffer/domain/plain-text'
import { Playlist, PlaylistSync, SpotifyUser, Track } from '@gaffer/domain/spotify'
import { SpotifyId } from '@gaffer/domain/spotify-address'
import { UntrustedParam } from './input-schemas.ts'

const SearchText = requiredLine(limits.searchLength, messages.searchTooShort).check(
  z.refine((text) => text.length >= limits.searchFrom, messages.searchTooShort),
)
const SearchLimit = z.prefault(
  z.pipe(
    z.string().check(z.regex(/^([1-9]|10)$/, 'Choose at most 10 songs')),
    z.transform((text) => Number(text)),
  ),
  String(limits.searchShown),
)

export const spotifyApi = {
  startConnection: endpoint({
    method: 'GET',
    path: '/api/spotify/auth',
    summary: 'Where the pop-up goes to connect a Spotify account',
    status: 200,
    response: z.strictObject({ authUrl: z.string() }),
    errors: ['not_configured'],
  }),
  finishConnection: endpoint({
    method: 'GET',
    path: '/api/spotify/callback',
    summary: 'The page that Spotify returns to: keeps the handle in the browser and closes',
    // Not strict: whatever else Spotify may add one day is its own business.
    query: z.object({ state: UntrustedParam, code: UntrustedParam, error: UntrustedParam }),
    status: 200,
    contentType: 'text/html',
    errors: ['not_configured'],
  }),
  readClosingScript: endpoint({
    method: 'GET',
    path: '/api/spotify/callback.js',
    summary: 'The script of that page',
    status: 200,
    contentType: 'text/javascript',
  }),
  searchTracks: endpoint({
    method: 'GET',
    path: '/api/spotify/search',
    summary: 'Tracks by words of title, artist or album; no connection needed',
    query: z.strictObject({ q: SearchText, limit: SearchLimit }),
    status: 200,
    response: z.array(Track),
    errors: ['not_configured', 'upstream_error', 'not_connected', 'not_allowed', 'not_found'],
  }),
  listPlaylists: endpoint({
    method: 'GET',
    path: '/api/spotify/playlists',
    summary: "The caller's own playlists",
    status: 200,
    response: z.array(Playlist),
    requiresSpotify: true,
  }),
  readSpotifyUser: endpoint({
    method: 'GET',
    path: '/api/spotify/user',
    summary: 'Whose Spotify account is connected',
    status: 200,
    response: SpotifyUser,
    requiresSpotify: true,
  }),
  listPlaylistTracks: endpoint({
    method: 'GET',
    path: '/api/spotify/playlists/:playlistId/tracks',
    summary: 'Every song of a playlist; what is no song, or only on one computer, is left out',
    params: { playlistId: SpotifyId },
    status: 200,
    response: z.strictObject({ items: z.array(z.strictObject({ track: Track })) }),
    requiresSpotify: true,
  }),
  syncPlaylist: endpoint({
    method: 'POST',
    path: '/api/spotify/playlists/:playlistId/sync',
    summary: "Make the playlist equal the band's practice list, in practice order",
    params: { playlistId: SpotifyId },
    body: z.strictObject({ bandId: Id }),
    status: 200,
    response: PlaylistSync,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  addToPlaylist: endpoint({
    method: 'POST',
    path: '/api/spotify/playlists/:playlistId/tracks',
    summary: 'Add a track unless it is there',
    params: { playlistId: SpotifyId },
    body: z.strictObject({ spotifyId: SpotifyId }),
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  removeFromPlaylist: endpoint({
    method: 'DELETE',
    path: '/api/spotify/playlists/:playlistId/tracks/:spotifyId',
    summary: 'Remove a track',
    params: { playlistId: SpotifyId, spotifyId: SpotifyId },
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/spotify/connection',
    summary: 'Forget the connected Spotify account',
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
}
