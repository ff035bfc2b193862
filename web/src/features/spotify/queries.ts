// Track search, and the connected Spotify account: its user, its playlists, and the band's practice playlist.

import { limits } from '@gaffer/domain/shared/limits'
import { trackIdsOfSongs } from '@gaffer/domain/spotify/playlist-tracks'
import type { Playlist, PlaylistSyncResult, SpotifyUser, Track } from '@gaffer/domain/spotify/spotify'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasErrorCode } from '#lib/api-error.ts'
import { request, type EndpointInput, type ResponseBody } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { readSelection } from '#features/bands/selected-band-store.ts'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import {
  deleteHandleIfRefused,
  readPracticePlaylistId,
  useSpotifyHandle,
  useKeptPracticePlaylistId,
  withSpotifyHandle,
} from './spotify-connection.ts'

export type { Playlist, PlaylistSyncResult, SpotifyUser, Track }

export type TrackSearch =
  | { kind: 'short' }
  /** The search is running. `tracks` has the results for the previous text. */
  | { kind: 'waiting'; tracks: readonly Track[] }
  | { kind: 'found'; tracks: readonly Track[] }
  /** The server has no Spotify credentials. */
  | { kind: 'unavailable' }

/** Searches tracks. A failed search returns no tracks. */
export function useTrackSearch(text: string): TrackSearch {
  const trimmedText = text.trim()
  const isLongEnough = trimmedText.length >= limits.searchMinLength
  const { data, error, isPending, isPlaceholderData } = useEndpoint(
    'GET /api/spotify/search',
    { query: { q: trimmedText, limit: String(limits.searchShown) } },
    { enabled: isLongEnough, placeholderData: keepPreviousData },
  )
  if (!isLongEnough) return { kind: 'short' }
  if (hasErrorCode(error, 'not_configured')) return { kind: 'unavailable' }
  if (error) return { kind: 'found', tracks: [] }
  if (isPending || isPlaceholderData) return { kind: 'waiting', tracks: data ?? [] }
  return { kind: 'found', tracks: data }
}

/** The practice playlist that this browser has stored for the selected band; null without one. The link works without a connection. */
export function usePracticePlaylistLink(): { id: string; url: string } | null {
  const id = useKeptPracticePlaylistId(useSelectedMembership()?.bandId ?? null)
  return id === null ? null : { id, url: `https://open.spotify.com/playlist/${encodeURIComponent(id)}` }
}

/** Adds a track to the selected band's playlist. Does nothing without a playlist or a connection. */
export async function addTrackToPracticePlaylist(spotifyId: string): Promise<void> {
  const playlistId = readPracticePlaylistId(readSelection().bandId)
  if (!playlistId) return
  const name = 'POST /api/spotify/playlists/:playlistId/tracks'
  await withSpotifyHandle((handle) => request(name, { params: { playlistId }, body: { spotifyId }, handle }))
}

/** Removes a track from the selected band's playlist. Does nothing without a playlist or a connection. */
export async function removeTrackFromPracticePlaylist(spotifyId: string): Promise<void> {
  const playlistId = readPracticePlaylistId(readSelection().bandId)
  if (!playlistId) return
  const name = 'DELETE /api/spotify/playlists/:playlistId/tracks/:spotifyId'
  await withSpotifyHandle((handle) => request(name, { params: { playlistId, spotifyId }, handle }))
}

/** The practice playlist with its name and length; undefined until the playlists are loaded. */
export function usePracticePlaylistDetails(): Playlist | undefined {
  const stored = usePracticePlaylistLink()
  const { data: playlists } = useSpotifyPlaylists()
  return playlists?.find(({ id }) => id === stored?.id)
}

export function useSpotifyUser() {
  return useAccountQuery('GET /api/spotify/user')
}

export function useSpotifyPlaylists() {
  return useAccountQuery('GET /api/spotify/playlists')
}

type PlaylistSyncRequest = { bandId: string; playlist: Playlist; handle: string }

/** How many items a sync would remove from a playlist. `others` counts podcasts and local files. */
export type SyncRemovalCounts = { songs: number; others: number }

export async function fetchSyncRemovalCounts({
  bandId,
  playlist,
  handle,
}: PlaylistSyncRequest): Promise<SyncRemovalCounts> {
  const params = { playlistId: playlist.id }
  const [songs, { items }, playlists] = await Promise.all([
    request('GET /api/bands/:bandId/songs', { params: { bandId } }),
    deleteHandleIfRefused(handle, request('GET /api/spotify/playlists/:playlistId/tracks', { params, handle })),
    // Requests the playlists again, because the cached track count may be outdated.
    deleteHandleIfRefused(handle, request('GET /api/spotify/playlists', { handle })),
  ])
  const tracks = items.map(({ track }) => track)
  const total = playlists.find(({ id }) => id === playlist.id)?.tracks.total ?? tracks.length
  const keptTrackIds = new Set(trackIdsOfSongs(songs, tracks))
  return {
    songs: tracks.filter(({ id }) => !keptTrackIds.has(id)).length,
    others: Math.max(0, total - tracks.length),
  }
}

/** Returns a function and not a mutation, because the caller's own busy state also covers the request that counts the songs to remove. */
export function useSyncPlaylist() {
  const client = useQueryClient()
  return async ({ bandId, playlist, handle }: PlaylistSyncRequest): Promise<PlaylistSyncResult> => {
    const input = { params: { playlistId: playlist.id }, body: { bandId }, handle }
    const done = await deleteHandleIfRefused(handle, request('POST /api/spotify/playlists/:playlistId/sync', input))
    void client.invalidateQueries({ queryKey: queryKeyOf('GET /api/spotify/playlists') })
    return done
  }
}

/** The query key contains the handle, so that the next connected account does not see this account's data. */
function useAccountQuery<N extends 'GET /api/spotify/user' | 'GET /api/spotify/playlists'>(name: N) {
  const handle = useSpotifyHandle()
  return useQuery<ResponseBody<N>>({
    queryKey: [...queryKeyOf(name, {}), handle],
    enabled: handle !== null,
    queryFn: ({ signal }) =>
      deleteHandleIfRefused(`${handle}`, request(name, { handle: `${handle}`, signal } as EndpointInput<N>)),
  })
}
