import type { Band, BandChanges } from '@gaffer/domain/band'
import type { BandEventType } from '@gaffer/domain/event-type'
import type { Db } from '#platform/db/connection.ts'
import { sql } from '#platform/db/sql.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

/** A string when the row was read as JSON. */
type Instant = Date | string
const toText = (instant: Instant) => new Date(instant).toISOString()

type BandRow = {
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

export async function insertBand(
  db: Db,
  band: { id: string; name: string; description: string | null; avatarUrl: string | null },
): Promise<Band> {
  const [row] = await db<BandRow[]>`
    insert into bands (id, name, description, avatar_url)
    values (${band.id}, ${band.name}, ${band.description}, ${band.avatarUrl})
    returning *`
  return toBand(row as BandRow)
}

const oneBand = preparedQuery<BandRow>('select * from bands where id = $bandId')

export async function findBand(db: Db, { bandId }: MemberContext): Promise<Band | undefined> {
  const [row] = await oneBand(db, { bandId })
  return row && toBand(row)
}

/** Returns the band and locks it until the transaction ends. */
export async function lockBand(tx: Db, { bandId }: MemberContext): Promise<Band | undefined> {
  const [row] = await tx<BandRow[]>`select * from bands where id = ${bandId} for no key update`
  return row && toBand(row)
}

export async function updateBand(tx: Db, { bandId }: MemberContext, changes: BandChanges): Promise<Band> {
  const { name, description, avatarUrl, allowedEventTypes } = changes
  const [row] = await tx<BandRow[]>`
    update bands set
      name = ${name ?? sql`name`},
      description = ${description === undefined ? sql`description` : description},
      avatar_url = ${avatarUrl === undefined ? sql`avatar_url` : avatarUrl},
      allowed_event_types = ${allowedEventTypes ?? sql`allowed_event_types`},
      version = version + 1, updated_at = now()
    where id = ${bandId}
    returning *`
  return toBand(row as BandRow)
}
