import type { Playlist, SpotifyUser, Track } from '@gaffer/domain/spotify'
import type { Deps } from '#deps.ts'
import { withAccount, type SpotifyCaller } from './connection.ts'
import { configuredSpotify, mapSpotifyErrors, mapUnlistedError } from './failure.ts'

export function searchTracks(deps: Deps, { q, limit }: { q: string; limit: number }): Promise<Track[]> {
  return mapSpotifyErrors(deps, () => configuredSpotify(deps).search(q, limit))
}

export function readSpotifyUser(deps: Deps, caller: SpotifyCaller): Promise<SpotifyUser> {
  return mapUnlistedError(withAccount(deps, caller, (account) => account.user()))
}

export function listPlaylists(deps: Deps, caller: SpotifyCaller): Promise<Playlist[]> {
  return mapUnlistedError(withAccount(deps, caller, (account) => account.playlists()))
}

export async function listPlaylistTracks(
  deps: Deps,
  caller: SpotifyCaller,
  playlistId: string,
): Promise<{ items: { track: Track }[] }> {
  const items = await withAccount(deps, caller, (account) => account.items(playlistId))
  return { items: items.flatMap(({ track }) => (track ? [{ track }] : [])) }
}
