// A valid request for every Spotify endpoint.

import type { AccessFixture, EndpointRequestMaker, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { connectSpotifyWithPlaylist, authorizeSpotify } from './spotify.ts'

type KnownPlaylist = { playlistId: string; spotifyId: string }

/** Makes requests with the handle of the caller's Spotify connection; for the signed-out client with the owner's. */
const createSpotifyRequest =
  (more: (known: KnownPlaylist, fixture: AccessFixture) => EndpointRequest = () => ({})): EndpointRequestMaker =>
  async (fixture, role) => {
    const { headers, ...known } = await connectSpotifyWithPlaylist(fixture.callers[role === 'nobody' ? 'owner' : role])
    return { headers, ...more(known, fixture) }
  }

export const validSpotifyRequests: ValidRequestMakers = {
  'GET /api/spotify/callback': async ({ callers }, role) => ({
    query: role === 'nobody' ? {} : Object.fromEntries(await authorizeSpotify(callers[role])),
  }),
  'GET /api/spotify/search': () => ({ query: { q: 'blur' } }),
  'GET /api/spotify/playlists': createSpotifyRequest(),
  'GET /api/spotify/user': createSpotifyRequest(),
  'GET /api/spotify/playlists/:playlistId/tracks': createSpotifyRequest(({ playlistId }) => ({
    params: { playlistId },
  })),
  'POST /api/spotify/playlists/:playlistId/sync': createSpotifyRequest(({ playlistId }, { band }) => ({
    params: { playlistId },
    body: { bandId: band.id },
  })),
  'POST /api/spotify/playlists/:playlistId/tracks': createSpotifyRequest(({ playlistId, spotifyId }) => ({
    params: { playlistId },
    body: { spotifyId },
  })),
  'DELETE /api/spotify/playlists/:playlistId/tracks/:spotifyId': createSpotifyRequest((params) => ({ params })),
  'DELETE /api/spotify/connection': createSpotifyRequest(),
}
