// Each write to a playlist holds a lease: a long playlist takes several requests, which must not mix with those of another write.

import { isDeepStrictEqual } from 'node:util'
import { sortByPracticeOrder } from '@gaffer/domain/songs/practice-order'
import { trackIdsOfSongs } from '@gaffer/domain/spotify/playlist-tracks'
import type { PlaylistSyncResult } from '@gaffer/domain/spotify/spotify'
import type { Services } from '#services.ts'
import { listSongs } from '#features/songs/service.ts'
import { loadMemberContext } from '#http/guards/guards.ts'
import { chunksOf } from '#platform/chunks.ts'
import type { SpotifyAccountClient } from '#providers/spotify-account.ts'
import { isSpotifyErrorOfKind } from '#providers/spotify-calls.ts'
import type { PlaylistItem } from '#providers/spotify-replies.ts'
import { withSpotifyAccount, type SpotifyCaller } from './connection.ts'
import { withSpotifyLease } from './lease.ts'

type PlaylistKey = { playlistId: string }

/** Tracks per request: the limit of Spotify's Web API. */
const maxTracksPerRequest = 100

/**
 * Replaces the playlist with the practice list's tracks in practice order. An equal playlist is not written. A song that was typed
 * in by hand has no track of its own: a track of the playlist that matches it stays.
 */
export async function syncPlaylist(
  services: Services,
  caller: SpotifyCaller,
  { playlistId, bandId }: PlaylistKey & { bandId: string },
): Promise<PlaylistSyncResult> {
  const member = await loadMemberContext(services.db, caller.user, bandId)
  return changePlaylist(services, caller, playlistId, async (account, current, items) => {
    const songs = sortByPracticeOrder(await listSongs(services.db, member))
    const tracks = items.flatMap(({ track }) => track ?? [])
    const wantedUris = trackIdsOfSongs(songs, tracks).map(toTrackUri)
    if (isDeepStrictEqual(wantedUris, current)) return { added: 0, removed: 0, total: current.length }
    const writtenUris = await writeTracks(account, playlistId, wantedUris)
    return {
      added: countMissing(writtenUris, current),
      removed: countMissing(current, writtenUris),
      total: writtenUris.length,
    }
  })
}

export async function addToPlaylist(
  services: Services,
  caller: SpotifyCaller,
  { playlistId, spotifyId }: PlaylistKey & { spotifyId: string },
): Promise<void> {
  await changePlaylist(services, caller, playlistId, async (account, current) => {
    if (!current.includes(toTrackUri(spotifyId))) await account.addItems(playlistId, [toTrackUri(spotifyId)])
  })
}

export async function removeFromPlaylist(
  services: Services,
  caller: SpotifyCaller,
  { playlistId, spotifyId }: PlaylistKey & { spotifyId: string },
): Promise<void> {
  await changePlaylist(services, caller, playlistId, async (account, current) => {
    if (current.includes(toTrackUri(spotifyId))) await account.removeItem(playlistId, toTrackUri(spotifyId))
  })
}

function changePlaylist<T>(
  services: Services,
  caller: SpotifyCaller,
  playlistId: string,
  change: (account: SpotifyAccountClient, current: string[], items: PlaylistItem[]) => Promise<T>,
): Promise<T> {
  return withSpotifyLease(services.db, `playlist ${playlistId}`, () =>
    withSpotifyAccount(services, caller, async (account) => {
      const items = await account.listItems(playlistId)
      const uris = items.map(({ uri }) => uri)
      return change(account, uris, items)
    }),
  )
}

/** Returns the URIs written, without songs that Spotify no longer has. */
async function writeTracks(account: SpotifyAccountClient, playlistId: string, uris: string[]): Promise<string[]> {
  const [first, ...rest] = chunksOf(uris, maxTracksPerRequest)
  const written = await writeFirstGroup(account, playlistId, first ?? [])
  for (const group of rest) written.push(...(await addKnownTracks(account, playlistId, group)))
  return written
}

async function writeFirstGroup(account: SpotifyAccountClient, playlistId: string, uris: string[]): Promise<string[]> {
  try {
    await account.replaceItems(playlistId, uris)
    return [...uris]
  } catch (error) {
    if (uris.length === 0 || !isSpotifyErrorOfKind(error, 'invalid')) throw error
    await account.replaceItems(playlistId, [])
    return addKnownTracks(account, playlistId, uris)
  }
}

/** Spotify refuses a whole request for one unknown track: halve the group until that track is alone. */
async function addKnownTracks(account: SpotifyAccountClient, playlistId: string, uris: string[]): Promise<string[]> {
  try {
    await account.addItems(playlistId, uris)
    return uris
  } catch (error) {
    if (!isSpotifyErrorOfKind(error, 'invalid')) throw error
  }
  if (uris.length === 1) return []
  const middle = Math.ceil(uris.length / 2)
  const before = await addKnownTracks(account, playlistId, uris.slice(0, middle))
  return [...before, ...(await addKnownTracks(account, playlistId, uris.slice(middle)))]
}

/** Returns the size of the multiset difference: the number of elements of `uris` that `others` does not have. */
function countMissing(uris: string[], others: string[]): number {
  const remaining = new Map<string, number>()
  for (const uri of others) remaining.set(uri, (remaining.get(uri) ?? 0) + 1)
  return uris.filter((uri) => {
    const count = remaining.get(uri) ?? 0
    remaining.set(uri, count - 1)
    return count <= 0
  }).length
}

function toTrackUri(spotifyId: string): string {
  return `spotify:track:${spotifyId}`
}
