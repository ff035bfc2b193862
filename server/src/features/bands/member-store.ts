import type { AccessLevel } from '@gaffer/domain/bands/access'
import { limits } from '@gaffer/domain/shared/limits'
import type { MemberChanges, Membership, NewMember } from '@gaffer/domain/bands/member'
import { isInvitationOpenSql } from './invitation-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedHasRow, preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { commaSeparated, identifier, sql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { hasCardHistorySql, membershipColumnsSql, toMembership, type MembershipRow } from './member-columns.ts'
import type { MembershipKey } from './leaving-store.ts'

export type NewMembership = Pick<Membership, 'id' | 'bandId' | 'role' | 'access' | 'color' | 'icon'> & {
  userId: string
  displayName: string | null
}

/** False when the user is a member of the band already. */
export const insertMembership = preparedHasRow<NewMembership>(`
  insert into memberships (band_id, id, user_id, role, access, status, display_name, color, icon, joined_at)
  values ($bandId, $id, $userId, $role, $access, 'active', $displayName, $color, $icon, now())
  on conflict (band_id, user_id) do nothing
  returning 1`)

/** Locks the user until the transaction ends, which serialises their parallel joins. */
export const lockUser = preparedCommand<{ userId: string }>(`select from users where id = $userId for no key update`)

/** Whether the user is in as many bands as the limit allows. */
export const isBandLimitReached = preparedHasRow<{ userId: string }>(
  `select from memberships where user_id = $userId offset ${limits.bandsPerPerson - 1} limit 1`,
)

const colors = preparedQuery<{ color: string }>(
  `select color from memberships where user_id = $userId and band_id <> $bandId`,
)

/** Colours of the user's memberships in other bands. */
export async function listColorsInOtherBands(db: Db, member: { userId: string; bandId: string }): Promise<string[]> {
  return (await colors(db, member)).map(({ color }) => color)
}

export const updateMembershipColor = preparedCommand<{ bandId: string; membershipId: string; color: string }>(
  `update memberships set color = $color where band_id = $bandId and id = $membershipId`,
)

const memberships = `
  select ${membershipColumnsSql} from memberships m left join users u on u.id = m.user_id where m.band_id = $bandId`
const oneMembership = preparedOptionalRow<MembershipRow>(`${memberships} and m.id = $membershipId`)
const everyMembership = preparedQuery<MembershipRow>(`${memberships} order by m.status, m.joined_at, m.id`)

export async function findMembership(db: Db, bandId: string, membershipId: string): Promise<Membership | undefined> {
  const row = await oneMembership(db, { bandId, membershipId })
  return row && toMembership(row)
}

/** Active memberships first. */
export async function listMemberships(db: Db, { bandId }: MemberContext): Promise<Membership[]> {
  return (await everyMembership(db, { bandId })).map(toMembership)
}

/**
 * Turns an invited card into the user's membership; false when the card is deleted or filled. Events and changes of a loaded band that
 * the card made become the user's.
 */
export const fillInvitedCardRow = preparedHasRow<{ bandId: string; membershipId: string; userId: string }>(`
  with filled as (
    update memberships set user_id = $userId, status = 'active', joined_at = now()
    where band_id = $bandId and id = $membershipId and status = 'invited'
    returning band_id, id, user_id),
  own as (
    update events e set owner_user_id = filled.user_id from filled
    where e.band_id = filled.band_id and e.added_by = filled.id),
  changed as (
    update event_changes c set user_id = filled.user_id, membership_id = null, member_name = null from filled
    where c.band_id = filled.band_id and c.membership_id = filled.id)
  select from filled`)

/** Marks the join as not announced until the user has a name; false if the profile has one. */
export const markJoinWaitingForName = preparedHasRow<{ bandId: string; userId: string }>(`
  update memberships m set join_waits_for_name = true from users u
  where m.band_id = $bandId and m.user_id = $userId and u.id = m.user_id and u.display_name is null returning 1`)

/** Clears the marks of joins that wait for the user's name, and returns their bands. */
export const takeWaitingJoins = preparedQuery<{ bandId: string }, { userId: string }>(`
  update memberships set join_waits_for_name = false where user_id = $userId and join_waits_for_name
  returning band_id as "bandId"`)

/** Call it after `lockBandRow`, as a statement of its own: together they would read the access from before the wait for the lock. */
export const findAccess = preparedOptionalRow<{ access: AccessLevel }, MemberContext>(`
  select access from memberships where band_id = $bandId and id = $membershipId`)

/** Locks the caller's membership until the transaction ends. */
export const lockMembershipAndReadAccess = preparedOptionalRow<{ access: AccessLevel }, MemberContext>(`
  select access from memberships where band_id = $bandId and id = $membershipId for key share`)

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

type OtherCards = MemberContext & { email: string; exceptId: string | null }
const otherCards = `
  memberships m where m.band_id = $bandId and m.status = 'invited' and lower(m.email) = lower($email)
  and m.id is distinct from $exceptId::uuid`
const hasInvitation = `
  exists (select from invitations i where i.band_id = m.band_id and i.membership_id = m.id and ${isInvitationOpenSql})`

/** Deletes other invited cards of this email address without an open invitation and without a history. */
export const deleteExpiredCardsOfEmail = preparedCommand<OtherCards>(
  `delete from ${otherCards} and not ${hasInvitation} and not ${hasCardHistorySql}`,
)

/** The card with a history that an invitation of this email address takes. */
export const findCardWithHistoryOfEmail = preparedOptionalRow<{ id: string }, OtherCards>(
  `select m.id from ${otherCards} and not ${hasInvitation} and ${hasCardHistorySql} order by m.id limit 1`,
)

export const hasCardHistory = preparedHasRow<MembershipKey>(
  `select from memberships m where m.band_id = $bandId and m.id = $membershipId and ${hasCardHistorySql}`,
)

export const hasOtherInvitedCard = preparedHasRow<OtherCards>(`select from ${otherCards} limit 1`)

export const hasCardOpenInvitation = preparedHasRow<MemberContext & { id: string }>(`
  select from memberships m where m.band_id = $bandId and m.id = $id and ${hasInvitation}`)

/** Updates an invited card and resets its age, by which retention deletes invited cards. */
export const updateInvitedCard = preparedCommand<
  MemberContext & Pick<InvitedCard, 'id' | 'email' | 'role' | 'displayName'>
>(`
  update memberships set email = $email, role = $role, display_name = $displayName, created_at = now()
  where band_id = $bandId and id = $id`)
