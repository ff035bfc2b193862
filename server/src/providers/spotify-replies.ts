// Parses Spotify's responses. Invalid entries of a list are left out, so that one of them does not fail a whole search.

import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import type { Playlist, SpotifyUser, Track } from '@gaffer/domain/spotify/spotify'
import {
  SpotifyPreviewUrlSchema,
  SpotifyIdSchema,
  SpotifyTrackUrlSchema,
  SpotifyCoverUrlSchema,
} from '@gaffer/domain/songs/spotify-address'

/** One entry of a playlist. `uri` is '' if Spotify sends none; `track` is null for episodes, local files and lost tracks. */
export type PlaylistItem = { uri: string; track: Track | null }

const orNull = <T extends z.ZodMiniType>(schema: T) => orElse(z.nullable(schema), null as z.output<T> | null)
const Images = orElse(z.array(z.object({ url: z.string() })), [])

export const TokenReplySchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
})

const TrackReply = z.object({
  type: orElse(z.string(), 'track'),
  id: SpotifyIdSchema,
  name: z.string().check(z.minLength(1)),
  artists: orElse(z.array(z.object({ name: z.string() })), []),
  album: orElse(z.object({ name: z.string(), images: Images }), { name: '', images: [] }),
  external_urls: orElse(z.object({ spotify: SpotifyTrackUrlSchema }), { spotify: '' }),
  preview_url: orNull(SpotifyPreviewUrlSchema),
  duration_ms: orElse(z.nullable(z.int()), null),
})

export const PageReplySchema = z.object({ total: z.int(), items: z.array(z.unknown()) })
export const PlaylistWriteReplySchema = z.object({ snapshot_id: z.string() })
export const SearchReplySchema = z.object({ tracks: PageReplySchema })

const ItemReply = z.object({ item: z.nullable(z.unknown()) })
const UriReply = z.object({ uri: z.string() })

const PlaylistReply = z.object({
  id: SpotifyIdSchema,
  name: z.string(),
  items: z.object({ total: z.int() }),
  owner: orNull(z.object({ id: z.string() })),
  collaborative: orElse(z.boolean(), false),
})

const UserReply = z.object({ id: z.string(), display_name: orNull(z.string()), images: Images })

/** Drops covers of origins other than `imageOrigin`. Returns null if the entry is not a song of Spotify's catalogue. */
export function toTrack(reply: unknown, imageOrigin: string): Track | null {
  const { data } = TrackReply.safeParse(reply)
  if (!data || data.type !== 'track') return null
  const { id, name, artists, album, external_urls: urls, preview_url: preview, duration_ms } = data
  return {
    id,
    name,
    artists,
    album: { name: album.name, images: selectImagesOfOrigin(album.images, imageOrigin) },
    external_urls: { spotify: urls.spotify || `https://open.spotify.com/track/${id}` },
    preview_url: preview,
    duration_ms,
  }
}

export function toPlaylistItem(reply: unknown, imageOrigin: string): PlaylistItem {
  const item = ItemReply.safeParse(reply).data?.item
  return { uri: UriReply.safeParse(item).data?.uri ?? '', track: toTrack(item, imageOrigin) }
}

/** Returns null for an invalid entry, and for a playlist that the user follows but may not change. */
export function toPlaylist(reply: unknown, userId: string): Playlist | null {
  const { data } = PlaylistReply.safeParse(reply)
  if (!data || !(data.collaborative || data.owner?.id === userId)) return null
  return { id: data.id, name: data.name, tracks: { total: data.items.total } }
}

export function toSpotifyUser(reply: unknown, imageOrigin: string): SpotifyUser | null {
  const { data } = UserReply.safeParse(reply)
  return data
    ? {
        id: data.id,
        display_name: data.display_name ?? data.id,
        images: selectImagesOfOrigin(data.images, imageOrigin),
      }
    : null
}

function selectImagesOfOrigin(images: { url: string }[], origin: string): { url: string }[] {
  return images.filter(({ url }) => url.startsWith(`${origin}/`) && SpotifyCoverUrlSchema.safeParse(url).success)
}
