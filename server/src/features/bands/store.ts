import { permissionsOf, type Access } from '@gaffer/domain/access'
import type { Band, BandChanges } from '@gaffer/domain/band'
import type { BandEventType } from '@gaffer/domain/event-type'
import type { MemberChanges, Membership, OwnMembership } from '@gaffer/domain/member'
import type { Db } from '#platform/db/connection.ts'
import { commaSeparated, identifier, sql } from '#platform/db/sql.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/auth-context.ts'

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

type MembershipRow = {
  band_id: string
  id: string
  user_id: string | null
  role: string
  access: Access
  status: 'active' | 'invited'
  display_name: string | null
  color: string
  icon: string
  avatar_url: string | null
  email: string | null
  joined_at: Instant | null
  person_display_name: string | null
  person_email: string | null
  person_avatar_url: string | null
}

function toBand(row: BandRow): Band {
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

function toMembership(row: MembershipRow): Membership {
  return {
    id: row.id,
    bandId: row.band_id,
    userId: row.user_id,
    role: row.role,
    access: row.access,
    status: row.status,
    displayName: row.display_name ?? row.person_display_name ?? 'New member',
    color: row.color,
    icon: row.icon,
    avatarUrl: row.avatar_url ?? row.person_avatar_url,
    joinedAt: row.joined_at && toText(row.joined_at),
    permissions: row.status === 'active' ? permissionsOf(row.access) : [],
    user: row.user_id
      ? { displayName: row.person_display_name, email: row.person_email }
      : row.email
        ? { displayName: null, email: row.email }
        : null,
  }
}

const withPerson = `
  m.*, u.display_name as person_display_name, u.email as person_email, u.avatar_url as person_avatar_url`

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

export type NewMembership = {
  id: string
  bandId: string
  userId: string
  role: string
  access: Access
  displayName: string | null
  color: string
  icon: string
}

/** False when the user is a member of the band already. */
export async function insertMembership(db: Db, membership: NewMembership): Promise<boolean> {
  const rows = await db`
    insert into memberships (band_id, id, user_id, role, access, status, display_name, color, icon, joined_at)
    values (${membership.bandId}, ${membership.id}, ${membership.userId}, ${membership.role}, ${membership.access},
      'active', ${membership.displayName}, ${membership.color}, ${membership.icon}, now())
    on conflict (band_id, user_id) do nothing
    returning 1`
  return rows.length === 1
}

export async function isMember(db: Db, bandId: string, userId: string): Promise<boolean> {
  const rows = await db`select from memberships where band_id = ${bandId} and user_id = ${userId}`
  return rows.length > 0
}

/** Locks the user until the transaction ends, which serialises their parallel joins. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx`select from users where id = ${userId} for no key update`
}

export async function countBands(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from memberships where user_id = ${userId}`
  return row?.count ?? 0
}

const oneMembership = preparedQuery<MembershipRow>(`
  select ${withPerson} from memberships m left join users u on u.id = m.user_id
  where m.band_id = $bandId and m.id = $membershipId`)

export async function findMembership(db: Db, bandId: string, membershipId: string): Promise<Membership | undefined> {
  const [row] = await oneMembership(db, { bandId, membershipId })
  return row && toMembership(row)
}

const oneBand = preparedQuery<BandRow>('select * from bands where id = $bandId')

export async function findBand(db: Db, { bandId }: MemberContext): Promise<Band | undefined> {
  const [row] = await oneBand(db, { bandId })
  return row && toBand(row)
}

const everyMembership = preparedQuery<MembershipRow>(`
  select ${withPerson} from memberships m left join users u on u.id = m.user_id
  where m.band_id = $bandId order by m.status, m.joined_at, m.id`)

/** Active memberships first. */
export async function listMemberships(db: Db, { bandId }: MemberContext): Promise<Membership[]> {
  return (await everyMembership(db, { bandId })).map(toMembership)
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

/** Turns an invited card into the user's membership; false when the card is deleted or filled. */
export async function fillInvitedCard(
  tx: Db,
  { bandId, membershipId, userId }: { bandId: string; membershipId: string; userId: string },
): Promise<boolean> {
  const rows = await tx`
    update memberships set user_id = ${userId}, status = 'active', joined_at = now()
    where band_id = ${bandId} and id = ${membershipId} and status = 'invited'
    returning 1`
  return rows.length === 1
}

/**
 * Locks the band until the transaction ends; returns the caller's current access. `for update` would deadlock with event
 * inserts, whose transactions hold the rows that are locked next.
 */
export async function lockBandFor(tx: Db, { bandId, membershipId }: MemberContext): Promise<Access | undefined> {
  await tx`select from bands where id = ${bandId} for no key update`
  const [row] = await tx<{ access: Access }[]>`
    select access from memberships where band_id = ${bandId} and id = ${membershipId}`
  return row?.access
}

export async function updateMembership(
  tx: Db,
  { bandId }: MemberContext,
  id: string,
  changes: MemberChanges,
): Promise<void> {
  const columns = Object.entries({
    display_name: changes.displayName,
    role: changes.role,
    icon: changes.icon,
    color: changes.color,
    avatar_url: changes.avatarUrl,
    access: changes.access,
  }).filter(([, value]) => value !== undefined)
  if (columns.length === 0) return
  const changed = commaSeparated(columns.map(([column, value]) => sql`${identifier(column)} = ${value}`))
  await tx`update memberships set ${changed} where band_id = ${bandId} and id = ${id}`
}

/** A user's active memberships, each with its band: part of GET /api/me. */
export const membershipsOfUser = {
  json: `(
    select coalesce(json_agg(row order by joined_at, id), '[]')
    from (
      select ${withPerson}, b as band
      from memberships m join users u on u.id = m.user_id join bands b on b.id = m.band_id
      where m.user_id = $userId and m.status = 'active') row)`,
  shape: (rows: (MembershipRow & { band: BandRow })[]): OwnMembership[] =>
    rows.map((row) => ({ ...toMembership(row), band: toBand(row.band) })),
}
