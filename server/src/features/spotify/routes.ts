// The calls to the music service.

import { spotifyApi } from '@gaffer/domain/api'
import { requireSpotify, isPublic, requireSession } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { closingScript } from './closing-page.ts'
import { finishConnection, startConnection } from './connect.ts'
import { disconnect } from './connection.ts'
import { addToPlaylist, removeFromPlaylist, syncPlaylist } from './playlist.ts'
import { listPlaylists, listPlaylistTracks, readSpotifyUser, searchTracks } from './service.ts'

/** A turn to wait for, a token to renew, and a playlist to read and write. */
const patient = { deadlineMs: 12_000 }
// A member who types without a pause asks two or three times a second.
const searches = { perMinuteInSession: 90, ...patient }

export function spotifyRoutes(serve: Serve): void {
  serve(spotifyApi.startConnection, requireSession, ({ deps, person, cookies }) =>
    startConnection(deps, person, cookies),
  )
  serve(
    spotifyApi.finishConnection,
    requireSession,
    ({ deps, person, query: answer, cookies }) => finishConnection(deps, person, { answer, cookies }),
    patient,
  )
  serve(spotifyApi.readClosingScript, isPublic, () => closingScript())
  serve(spotifyApi.searchTracks, requireSession, ({ deps, query }) => searchTracks(deps, query), searches)
  serve(spotifyApi.readSpotifyUser, requireSpotify, ({ deps, ...caller }) => readSpotifyUser(deps, caller), patient)
  serve(spotifyApi.listPlaylists, requireSpotify, ({ deps, ...caller }) => listPlaylists(deps, caller), patient)
  serve(
    spotifyApi.listPlaylistTracks,
    requireSpotify,
    ({ deps, params, ...caller }) => listPlaylistTracks(deps, caller, params.playlistId),
    patient,
  )
  serve(
    spotifyApi.syncPlaylist,
    requireSpotify,
    ({ deps, params, body, ...caller }) => syncPlaylist(deps, caller, { ...params, ...body }),
    patient,
  )
  serve(
    spotifyApi.addToPlaylist,
    requireSpotify,
    ({ deps, params, body, ...caller }) => addToPlaylist(deps, caller, { ...params, ...body }),
    patient,
  )
  serve(
    spotifyApi.removeFromPlaylist,
    requireSpotify,
    ({ deps, params, ...caller }) => removeFromPlaylist(deps, caller, params),
    patient,
  )
  serve(spotifyApi.disconnect, requireSpotify, ({ deps, ...caller }) => disconnect(deps, caller))
}
