import type { Playlist, SpotifyUser, Track } from '@gaffer/domain/spotify'
import type { Deps } from '#deps.ts'
import { withSpotifyAccount, type SpotifyCaller } from './connection.ts'
import { requireConfiguredSpotify, mapSpotifyErrors, mapUnlistedAccountError } from './failure.ts'

export function searchTracks(deps: Deps, { q, limit }: { q: string; limit: number }): Promise<Track[]> {
  return mapSpotifyErrors(deps, () => requireConfiguredSpotify(deps).search(q, limit))
}

export function readSpotifyUser(deps: Deps, caller: SpotifyCaller): Promise<SpotifyUser> {
  return mapUnlistedAccountError(withSpotifyAccount(deps, caller, (account) => account.user()))
}

export function listPlaylists(deps: Deps, caller: SpotifyCaller): Promise<Playlist[]> {
  return mapUnlistedAccountError(withSpotifyAccount(deps, caller, (account) => account.playlists()))
}

export async function listPlaylistTracks(
  deps: Deps,
  caller: SpotifyCaller,
  playlistId: string,
): Promise<{ items: { track: Track }[] }> {
  const items = await withSpotifyAccount(deps, caller, (account) => account.items(playlistId))
  return { items: items.flatMap(({ track }) => (track ? [{ track }] : [])) }
}
