import type { Access } from '@gaffer/domain/access'
import type { MemberChanges, Membership, NewMember } from '@gaffer/domain/member'
import type { Db } from '#platform/db/connection.ts'
import { preparedCheck, preparedCommand, preparedQuery } from '#platform/db/prepared-query.ts'
import { commaSeparated, identifier, sql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { membershipColumns, toMembership, type MembershipRow } from './columns.ts'

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
export const insertMembership = preparedCheck<NewMembership>(`
  insert into memberships (band_id, id, user_id, role, access, status, display_name, color, icon, joined_at)
  values ($bandId, $id, $userId, $role, $access, 'active', $displayName, $color, $icon, now())
  on conflict (band_id, user_id) do nothing
  returning 1`)

/** Locks the user until the transaction ends, which serialises their parallel joins. */
export const lockUser = preparedCommand<{ userId: string }>(`select from users where id = $userId for no key update`)

export async function countBands(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from memberships where user_id = ${userId}`
  return row?.count ?? 0
}

/** Colours of the user's memberships, except that in `bandId`. */
export async function findColors(db: Db, userId: string, { except: bandId }: { except: string }): Promise<string[]> {
  const rows = await db<{ color: string }[]>`
    select color from memberships where user_id = ${userId} and band_id <> ${bandId}`
  return rows.map(({ color }) => color)
}

export const updateColor = preparedCommand<{ bandId: string; membershipId: string; color: string }>(
  `update memberships set color = $color where band_id = $bandId and id = $membershipId`,
)

const oneMembership = preparedQuery<MembershipRow>(`
  select ${membershipColumns} from memberships m left join users u on u.id = m.user_id
  where m.band_id = $bandId and m.id = $membershipId`)

export async function findMembership(db: Db, bandId: string, membershipId: string): Promise<Membership | undefined> {
  const [row] = await oneMembership(db, { bandId, membershipId })
  return row && toMembership(row)
}

const everyMembership = preparedQuery<MembershipRow>(`
  select ${membershipColumns} from memberships m left join users u on u.id = m.user_id
  where m.band_id = $bandId order by m.status, m.joined_at, m.id`)

/** Active memberships first. */
export async function listMemberships(db: Db, { bandId }: MemberContext): Promise<Membership[]> {
  return (await everyMembership(db, { bandId })).map(toMembership)
}

/**
 * Turns an invited card into the user's membership; false when the card is deleted or filled. Events of a loaded band that the card
 * added become the user's.
 */
export const fillInvitedCard = preparedCheck<{ bandId: string; membershipId: string; userId: string }>(`
  with filled as (
    update memberships set user_id = $userId, status = 'active', joined_at = now()
    where band_id = $bandId and id = $membershipId and status = 'invited'
    returning band_id, id, user_id),
  own as (
    update events e set owner_user_id = filled.user_id from filled
    where e.band_id = filled.band_id and e.added_by = filled.id)
  select from filled`)

/**
 * Locks the band until the transaction ends; returns the caller's current access. `for update` would deadlock with event
 * inserts, whose transactions hold the rows that are locked next.
 */
export async function lockBandAndReadAccess(
  tx: Db,
  { bandId, membershipId }: MemberContext,
): Promise<Access | undefined> {
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

export type InvitedCard = NewMember & { id: string; access: Membership['access']; icon: string; color: string }

export const insertInvitedCard = preparedCommand<MemberContext & InvitedCard>(`
  insert into memberships (band_id, id, role, access, status, display_name, color, icon, email)
  values ($bandId, $id, $role, $access, 'invited', $displayName, $color, $icon, $email)`)

const isOpenInvitation = sql`i.revoked_at is null and i.expires_at > now() and i.uses < i.max_uses`
const openInvitationOfCard = sql`
  select from invitations i where i.band_id = m.band_id and i.membership_id = m.id and ${isOpenInvitation}`

/** Deletes other invited cards of this email address without an open invitation, so that it can be invited again. */
export async function deleteExpiredCards(
  tx: Db,
  { bandId }: MemberContext,
  email: string,
  exceptId: string | null,
): Promise<void> {
  await tx`
    delete from memberships m
    where ${isInvitedAt(bandId, email, exceptId)} and not exists (${openInvitationOfCard})`
}

export async function isInvited(
  tx: Db,
  { bandId }: MemberContext,
  email: string,
  exceptId: string | null,
): Promise<boolean> {
  const rows = await tx`select from memberships m where ${isInvitedAt(bandId, email, exceptId)} limit 1`
  return rows.length > 0
}

const isInvitedAt = (bandId: string, email: string, exceptId: string | null) => sql`
  m.band_id = ${bandId} and m.status = 'invited' and lower(m.email) = lower(${email})
  and m.id is distinct from ${exceptId}::uuid`

export async function hasOpenInvitation(tx: Db, { bandId }: MemberContext, id: string): Promise<boolean> {
  const rows = await tx`
    select from memberships m where m.band_id = ${bandId} and m.id = ${id} and exists (${openInvitationOfCard})`
  return rows.length > 0
}

/** Also resets the card's age, by which retention deletes invited cards. */
export const updateInvitedCard = preparedCommand<
  MemberContext & Pick<InvitedCard, 'id' | 'email' | 'role' | 'displayName'>
>(`
  update memberships set email = $email, role = $role, display_name = $displayName, created_at = now()
  where band_id = $bandId and id = $id`)
