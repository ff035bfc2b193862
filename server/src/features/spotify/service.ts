import type { Playlist, SpotifyUser, Track } from '@gaffer/domain/spotify/spotify'
import type { Services } from '#services.ts'
import { withSpotifyAccount, type SpotifyCaller } from './connection.ts'
import { requireConfiguredSpotify, mapSpotifyErrors, mapUnlistedAccountError } from './failure.ts'

export function searchTracks(services: Services, { q, limit }: { q: string; limit: number }): Promise<Track[]> {
  return mapSpotifyErrors(services, () => requireConfiguredSpotify(services).search(q, limit))
}

export function readSpotifyUser(services: Services, caller: SpotifyCaller): Promise<SpotifyUser> {
  return mapUnlistedAccountError(withSpotifyAccount(services, caller, (account) => account.fetchUser()))
}

export function listPlaylists(services: Services, caller: SpotifyCaller): Promise<Playlist[]> {
  return mapUnlistedAccountError(withSpotifyAccount(services, caller, (account) => account.listPlaylists()))
}

export async function listPlaylistTracks(
  services: Services,
  caller: SpotifyCaller,
  playlistId: string,
): Promise<{ items: { track: Track }[] }> {
  const items = await withSpotifyAccount(services, caller, (account) => account.listItems(playlistId))
  return { items: items.flatMap(({ track }) => (track ? [{ track }] : [])) }
}
