import type { Playlist, SpotifyUser, Track } from '@gaffer/domain/spotify'
import type { Deps } from '#deps.ts'
import { withAccount, type TestClient } from './connection.ts'
import { configured, orRefuse, orUnlisted } from './failure.ts'

export function searchTracks(deps: Deps, { q, limit }: { q: string; limit: number }): Promise<Track[]> {
  return orRefuse(deps, () => configured(deps).search(q, limit))
}

export function readSpotifyUser(deps: Deps, caller: TestClient): Promise<SpotifyUser> {
  return orUnlisted(withAccount(deps, caller, (account) => account.user()))
}

export function listPlaylists(deps: Deps, caller: TestClient): Promise<Playlist[]> {
  return orUnlisted(withAccount(deps, caller, (account) => account.playlists()))
}

export async function listPlaylistTracks(
  deps: Deps,
  caller: TestClient,
  playlistId: string,
): Promise<{ items: { track: Track }[] }> {
  const items = await withAccount(deps, caller, (account) => account.items(playlistId))
  return { items: items.flatMap(({ track }) => (track ? [{ track }] : [])) }
}
