import { isoText, sql } from '#platform/db/statement.ts'

/** The columns of a band `b`, aliased to the fields of `Band`. */
export const bandColumns = sql`
  b.id, b.name, b.description, b.avatar_url as "avatarUrl", b.profile_image as "profileImage", b.bio, b.hometown, b.socials,
  b.genres, b.spotify_artist_id as "spotifyArtistId", b.apple_artist_id as "appleArtistId",
  b.allowed_event_types as "allowedEventTypes", b.ledger_visible_to as "ledgerVisibleTo", b.version, ${isoText(sql`b.created_at`)} as "createdAt",
  ${isoText(sql`b.updated_at`)} as "updatedAt"`
