// Spotify data in the API of Gaffer, with the field names of Spotify.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { cleanLine } from '@gaffer/domain/shared/plain-text'
import type { SongInput } from '@gaffer/domain/songs/song'

const Images = z.array(z.strictObject({ url: z.string() }))

export const Track = z.strictObject({
  id: z.string(),
  name: z.string(),
  artists: z.array(z.strictObject({ name: z.string() })),
  album: z.strictObject({ name: z.string(), images: Images }),
  external_urls: z.strictObject({ spotify: z.string() }),
  preview_url: z.nullable(z.string()),
  duration_ms: z.nullable(z.int()),
})
export type Track = z.infer<typeof Track>

export const Playlist = z.strictObject({
  id: z.string(),
  name: z.string(),
  tracks: z.strictObject({ total: z.int() }),
})
export type Playlist = z.infer<typeof Playlist>

export const SpotifyUser = z.strictObject({ display_name: z.string(), id: z.string(), images: Images })
export type SpotifyUser = z.infer<typeof SpotifyUser>

/** The result of a playlist sync. `total` is the new number of tracks. */
export const PlaylistSyncResult = z.strictObject({ added: z.int(), removed: z.int(), total: z.int() })
export type PlaylistSyncResult = z.infer<typeof PlaylistSyncResult>

/** Converts a track to a new song: artists joined by commas, the first album cover, long texts truncated. */
export function songFromTrack(track: Track): Omit<SongInput, 'addedByMembershipId'> {
  return {
    title: truncateTitle(track.name),
    artist: truncateTitle(track.artists.map(({ name }) => name).join(', ')) || 'Unknown artist',
    album: truncateTitle(track.album.name) || null,
    spotifyId: track.id,
    spotifyUrl: track.external_urls.spotify,
    imageUrl: track.album.images[0]?.url ?? null,
    previewUrl: track.preview_url,
    durationSeconds: secondsOf(track.duration_ms),
  }
}

/** The length in seconds; null if it is unknown or longer than a song may be. */
function secondsOf(milliseconds: number | null): number | null {
  const seconds = Math.round((milliseconds ?? 0) / 1000)
  return seconds >= 1 && seconds <= limits.songSeconds ? seconds : null
}

/** Truncates to the length of a title: classical works and long lists of artists exceed it. */
function truncateTitle(text: string): string {
  const characters = [...cleanLine(text)]
  return characters.length > limits.titleLength
    ? `${characters.slice(0, limits.titleLength - 1).join('')}…`
    : characters.join('')
}
