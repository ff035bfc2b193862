import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { spotifyMessages } from './spotify-messages.ts'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { Playlist, PlaylistSyncResult, SpotifyUser, Track } from './spotify.ts'
import { SpotifyIdSchema } from '@gaffer/domain/songs/spotify-address'
import { LenientQueryParam } from '@gaffer/domain/shared/input-schemas'

const SearchText = createRequiredLineSchema(limits.searchLength, spotifyMessages.searchTooShort).check(
  z.refine((text) => text.length >= limits.searchMinLength, spotifyMessages.searchTooShort),
)
const SearchLimit = z.prefault(
  z.pipe(
    z.string().check(z.regex(/^([1-9]|10)$/, 'Choose at most 10 songs')),
    z.transform((text) => Number(text)),
  ),
  String(limits.searchShown),
)

export const spotifyApi = {
  startConnection: defineEndpoint({
    method: 'GET',
    path: '/api/spotify/auth',
    summary: 'Start connecting a Spotify account; returns the authorization URL for a pop-up',
    status: 200,
    response: z.strictObject({ authUrl: z.string() }),
    errors: ['not_configured'],
  }),
  finishConnection: defineEndpoint({
    method: 'GET',
    path: '/api/spotify/callback',
    summary: 'Finish connecting a Spotify account; the page stores the handle in the browser and closes itself',
    // Not strict: Spotify may add parameters.
    query: z.object({ state: LenientQueryParam, code: LenientQueryParam, error: LenientQueryParam }),
    status: 200,
    contentType: 'text/html',
    errors: ['not_configured'],
  }),
  readClosingScript: defineEndpoint({
    method: 'GET',
    path: '/api/spotify/callback.js',
    summary: 'Get the script of the page that finishes connecting a Spotify account',
    status: 200,
    contentType: 'text/javascript',
  }),
  searchTracks: defineEndpoint({
    method: 'GET',
    path: '/api/spotify/search',
    summary: 'Search tracks by title, artist or album; needs no connection',
    query: z.strictObject({ q: SearchText, limit: SearchLimit }),
    status: 200,
    response: z.array(Track),
    errors: ['not_configured', 'upstream_error', 'not_connected', 'not_allowed', 'not_found'],
  }),
  listPlaylists: defineEndpoint({
    method: 'GET',
    path: '/api/spotify/playlists',
    summary: 'List the playlists of the connected account',
    status: 200,
    response: z.array(Playlist),
    requiresSpotify: true,
  }),
  readSpotifyUser: defineEndpoint({
    method: 'GET',
    path: '/api/spotify/user',
    summary: 'Get the profile of the connected account',
    status: 200,
    response: SpotifyUser,
    requiresSpotify: true,
  }),
  listPlaylistTracks: defineEndpoint({
    method: 'GET',
    path: '/api/spotify/playlists/:playlistId/tracks',
    summary: 'List all songs of a playlist; other entries and local files are left out',
    params: { playlistId: SpotifyIdSchema },
    status: 200,
    response: z.strictObject({ items: z.array(z.strictObject({ track: Track })) }),
    requiresSpotify: true,
  }),
  syncPlaylist: defineEndpoint({
    method: 'POST',
    path: '/api/spotify/playlists/:playlistId/sync',
    summary: "Replace the playlist with the band's practice list, in practice order",
    params: { playlistId: SpotifyIdSchema },
    body: z.strictObject({ bandId: Id }),
    status: 200,
    response: PlaylistSyncResult,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  addToPlaylist: defineEndpoint({
    method: 'POST',
    path: '/api/spotify/playlists/:playlistId/tracks',
    summary: 'Add a track to a playlist unless it is there',
    params: { playlistId: SpotifyIdSchema },
    body: z.strictObject({ spotifyId: SpotifyIdSchema }),
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  removeFromPlaylist: defineEndpoint({
    method: 'DELETE',
    path: '/api/spotify/playlists/:playlistId/tracks/:spotifyId',
    summary: 'Remove a track from a playlist',
    params: { playlistId: SpotifyIdSchema, spotifyId: SpotifyIdSchema },
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
  disconnect: defineEndpoint({
    method: 'DELETE',
    path: '/api/spotify/connection',
    summary: 'Disconnect the Spotify account',
    status: 204,
    requiresSpotify: true,
    changes: 'nothing',
  }),
}
