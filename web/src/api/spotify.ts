// The connected Spotify account: who it is, its playlists, and the one chosen for the band's practice.

import type { Playlist, PlaylistSync, SpotifyUser } from '@gaffer/domain/spotify'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addressOf, call } from '#lib/request.ts'
import { readChoice } from './selected-band-store.ts'
import { refresh } from './reading.ts'
import { useSelectedBand } from './selected-band.ts'
import { forgetIfRefused, readPlaylistId, useHandle, usePlaylistId, withHandle } from './spotify-connection.ts'

export type { Playlist, PlaylistSync, SpotifyUser }

/** The playlist kept in this browser for the chosen band; null where none is, or no account is connected. */
export function usePracticePlaylist(): { id: string; url: string } | null {
  const id = usePlaylistId(useSelectedBand()?.bandId ?? null)
  return id === null ? null : { id, url: `https://open.spotify.com/playlist/${encodeURIComponent(id)}` }
}

/** To the chosen band's playlist. Does nothing where none is kept or no account is connected. */
export async function addTrackToPlaylist(spotifyId: string): Promise<void> {
  const playlistId = readPlaylistId(readChoice().bandId)
  if (!playlistId) return
  const name = 'POST /api/spotify/playlists/:playlistId/tracks'
  await withHandle((handle) => call(name, { params: { playlistId }, body: { spotifyId }, handle }))
}

/** From the chosen band's playlist. Does nothing where none is kept or no account is connected. */
export async function removeTrackFromPlaylist(spotifyId: string): Promise<void> {
  const playlistId = readPlaylistId(readChoice().bandId)
  if (!playlistId) return
  const name = 'DELETE /api/spotify/playlists/:playlistId/tracks/:spotifyId'
  await withHandle((handle) => call(name, { params: { playlistId, spotifyId }, handle }))
}

/** The same among the playlists of the account, once those are read. */
export function useChosenPlaylist(): Playlist | undefined {
  const kept = usePracticePlaylist()
  const { data: playlists } = usePlaylists()
  return playlists?.find(({ id }) => id === kept?.id)
}

export function useSpotifyUser() {
  const name = 'GET /api/spotify/user'
  return useOwnRead<SpotifyUser>(addressOf(name), (options) => call(name, options))
}

export function usePlaylists() {
  const name = 'GET /api/spotify/playlists'
  return useOwnRead<Playlist[]>(addressOf(name), (options) => call(name, options))
}

export type SyncOrder = { bandId: string; playlist: Playlist; handle: string }

/** What a sync would take out of a playlist. `others` are podcasts and files from somebody's own computer. */
export type Leaving = { songs: number; others: number }

export async function countLeaving({ bandId, playlist, handle }: SyncOrder): Promise<Leaving> {
  const tracks = 'GET /api/spotify/playlists/:playlistId/tracks'
  const [songs, { items }, playlists] = await Promise.all([
    call('GET /api/bands/:bandId/songs', { params: { bandId } }),
    forgetIfRefused(handle, call(tracks, { params: { playlistId: playlist.id }, handle })),
    // What is shown of it may be as old as the page.
    forgetIfRefused(handle, call('GET /api/spotify/playlists', { handle })),
  ])
  const total = playlists.find(({ id }) => id === playlist.id)?.tracks.total ?? items.length
  const staying = new Set(songs.map(({ spotifyId }) => spotifyId))
  return {
    songs: items.filter(({ track }) => !staying.has(track.id)).length,
    others: Math.max(0, total - items.length),
  }
}

/** The playlists are read again after it. */
export function useSync() {
  const client = useQueryClient()
  return async ({ bandId, playlist, handle }: SyncOrder): Promise<PlaylistSync> => {
    const input = { params: { playlistId: playlist.id }, body: { bandId }, handle }
    const done = await forgetIfRefused(handle, call('POST /api/spotify/playlists/:playlistId/sync', input))
    void refresh(client, addressOf('GET /api/spotify/playlists'))
    return done
  }
}

/** A read of the connected account, which the next account to be connected here must not be shown. */
function useOwnRead<T>(address: string, read: (options: { handle: string; signal: AbortSignal }) => Promise<T>) {
  const handle = useHandle()
  return useQuery({
    queryKey: address.split('/'),
    queryKeyHashFn: (key) => `${key.join('/')} of ${handle}`,
    enabled: handle !== null,
    queryFn: ({ signal }) => forgetIfRefused(`${handle}`, read({ handle: `${handle}`, signal })),
  })
}
