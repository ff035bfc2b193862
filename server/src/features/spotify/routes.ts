import { spotifyApi } from '@gaffer/domain/api'
import { connected, open, signedIn } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { closingScript } from './closing-page.ts'
import { finishConnection, startConnection } from './connect.ts'
import { disconnect } from './connection.ts'
import { addToPlaylist, removeFromPlaylist, syncPlaylist } from './playlist.ts'
import { listPlaylists, listPlaylistTracks, readSpotifyUser, searchTracks } from './service.ts'

/** Milliseconds for a lease, a token refresh and several playlist requests. */
const patient = { deadlineMs: 12_000 }
// A member who types without a pause sends two or three searches a second.
const searches = { perMinuteInSession: 90, ...patient }

export function spotifyRoutes(serve: Serve): void {
  serve(spotifyApi.startConnection, signedIn, ({ deps, person, cookies }) => startConnection(deps, person, cookies))
  serve(
    spotifyApi.finishConnection,
    signedIn,
    ({ deps, person, query: answer, cookies }) => finishConnection(deps, person, { answer, cookies }),
    patient,
  )
  serve(spotifyApi.readClosingScript, open, () => closingScript())
  serve(spotifyApi.searchTracks, signedIn, ({ deps, query }) => searchTracks(deps, query), searches)
  serve(spotifyApi.readSpotifyUser, connected, ({ deps, ...caller }) => readSpotifyUser(deps, caller), patient)
  serve(spotifyApi.listPlaylists, connected, ({ deps, ...caller }) => listPlaylists(deps, caller), patient)
  serve(
    spotifyApi.listPlaylistTracks,
    connected,
    ({ deps, params, ...caller }) => listPlaylistTracks(deps, caller, params.playlistId),
    patient,
  )
  serve(
    spotifyApi.syncPlaylist,
    connected,
    ({ deps, params, body, ...caller }) => syncPlaylist(deps, caller, { ...params, ...body }),
    patient,
  )
  serve(
    spotifyApi.addToPlaylist,
    connected,
    ({ deps, params, body, ...caller }) => addToPlaylist(deps, caller, { ...params, ...body }),
    patient,
  )
  serve(
    spotifyApi.removeFromPlaylist,
    connected,
    ({ deps, params, ...caller }) => removeFromPlaylist(deps, caller, params),
    patient,
  )
  serve(spotifyApi.disconnect, connected, ({ deps, ...caller }) => disconnect(deps, caller))
}
