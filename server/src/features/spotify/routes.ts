import { spotifyApi } from '@gaffer/domain/spotify/api'
import { requireSpotify, allowAnyone, requireSession } from '#http/guards/guards.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { renderClosingPage, closingScript, type ConnectionOutcome } from './closing-page.ts'
import { finishConnection, startConnection } from './connect.ts'
import { deleteSpotifyConnection } from './connection.ts'
import { addToPlaylist, removeFromPlaylist, syncPlaylist } from './playlist.ts'
import { listPlaylists, listPlaylistTracks, readSpotifyUser, searchTracks } from './service.ts'

/** The deadline covers a lease, a token refresh and several playlist requests. */
const slowOptions = { deadlineMs: 12_000 }
// The page waits 200 ms after the last typed letter, so that typing fast sends one search a word.
const searchOptions = { perMinuteInSession: 90, ...slowOptions }

export function spotifyRoutes(serve: ServeEndpoint): void {
  serve(spotifyApi.startConnection, requireSession, async ({ services, user, cookies }) => {
    const { authUrl, secret } = await startConnection(services, user)
    cookies.set({ spotify: secret })
    return { authUrl }
  })
  serve(
    spotifyApi.finishConnection,
    requireSession,
    async ({ services, user, query, cookies }) => {
      const { outcome, isStateConsumed } = await finishConnection(services, user, {
        query,
        secret: cookies.values.spotify,
      })
      if (isStateConsumed) cookies.set({ spotify: null })
      return createClosingPageReply(outcome)
    },
    slowOptions,
  )
  serve(spotifyApi.readClosingScript, allowAnyone, () => createScriptReply(closingScript))
  serve(spotifyApi.searchTracks, requireSession, ({ services, query }) => searchTracks(services, query), searchOptions)
  serve(
    spotifyApi.readSpotifyUser,
    requireSpotify,
    ({ services, ...caller }) => readSpotifyUser(services, caller),
    slowOptions,
  )
  serve(
    spotifyApi.listPlaylists,
    requireSpotify,
    ({ services, ...caller }) => listPlaylists(services, caller),
    slowOptions,
  )
  serve(
    spotifyApi.listPlaylistTracks,
    requireSpotify,
    ({ services, params, ...caller }) => listPlaylistTracks(services, caller, params.playlistId),
    slowOptions,
  )
  serve(
    spotifyApi.syncPlaylist,
    requireSpotify,
    ({ services, params, body, ...caller }) => syncPlaylist(services, caller, { ...params, ...body }),
    slowOptions,
  )
  serve(
    spotifyApi.addToPlaylist,
    requireSpotify,
    ({ services, params, body, ...caller }) => addToPlaylist(services, caller, { ...params, ...body }),
    slowOptions,
  )
  serve(
    spotifyApi.removeFromPlaylist,
    requireSpotify,
    ({ services, params, ...caller }) => removeFromPlaylist(services, caller, params),
    slowOptions,
  )
  serve(spotifyApi.disconnect, requireSpotify, ({ services, ...caller }) => deleteSpotifyConnection(services, caller))
}

function createClosingPageReply(outcome: ConnectionOutcome): RawReply {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    // With any other value the browser separates the pop-up from its opener, which then sees a closed window too soon, and the pop-up
    // cannot close itself.
    'cross-origin-opener-policy': 'unsafe-none',
  }
  return { status: outcome === 'failed' ? 400 : 200, headers, content: renderClosingPage(outcome) }
}

function createScriptReply(content: string): RawReply {
  return {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' },
    content,
  }
}
