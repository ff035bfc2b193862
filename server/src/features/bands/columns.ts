// The columns of bands, for GET /api/me too.

import type { Band } from '@gaffer/domain/band'
import type { BandEventType } from '@gaffer/domain/event-type'

/** A string when the row was read as JSON. */
type Instant = Date | string
const toText = (instant: Instant) => new Date(instant).toISOString()

export type BandRow = {
  id: string
  name: string
  description: string | null
  avatar_url: string | null
  profile_image: string | null
  bio: string | null
  hometown: string | null
  socials: Record<string, string>
  genres: string[]
  spotify_artist_id: string | null
  apple_artist_id: string | null
  allowed_event_types: BandEventType[]
  version: number
  created_at: Instant
  updated_at: Instant
}

export function toBand(row: BandRow): Band {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    avatarUrl: row.avatar_url,
    profileImage: row.profile_image,
    bio: row.bio,
    hometown: row.hometown,
    socials: row.socials,
    genres: row.genres,
    spotifyArtistId: row.spotify_artist_id,
    appleArtistId: row.apple_artist_id,
    allowedEventTypes: row.allowed_event_types,
    version: row.version,
    createdAt: toText(row.created_at),
    updatedAt: toText(row.updated_at),
  }
}
