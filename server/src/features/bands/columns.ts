import { instantSql } from '#platform/db/sql.ts'

/** The columns of a band `b`, with the names of `Band`. */
export const bandColumnsSql = `
  b.id, b.name, b.description, b.avatar_url as "avatarUrl", b.profile_image as "profileImage", b.bio, b.hometown, b.socials,
  b.genres, b.spotify_artist_id as "spotifyArtistId", b.apple_artist_id as "appleArtistId",
  b.allowed_event_types as "allowedEventTypes", b.version, ${instantSql('b.created_at')} as "createdAt",
  ${instantSql('b.updated_at')} as "updatedAt"`
