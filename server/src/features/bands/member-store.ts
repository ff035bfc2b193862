import * as z from 'zod/mini'
import type { AccessLevel } from '@gaffer/domain/bands/access'
import { Membership, type MemberChanges, type NewMember } from '@gaffer/domain/bands/member'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { isInvitationOpen } from './invitation-columns.ts'
import type { MembershipKey } from './leaving-store.ts'
import { cardHasHistory, membershipColumns, MembershipRow, toMembership } from './member-columns.ts'

type UserInBand = { bandId: string; userId: string }

export type NewMembership = Pick<Membership, 'id' | 'bandId' | 'role' | 'access' | 'color' | 'icon'> & {
  userId: string
  displayName: string | null
}

/** Returns false when the user is a member of the band already. */
export const insertMembership = hasRow(
  sql<NewMembership>`
    insert into memberships (band_id, id, user_id, role, access, status, display_name, color, icon, joined_at, created_at)
    values ($bandId, $id, $userId, $role, $access, 'active', $displayName, $color, $icon, $now, $now)
    on conflict (band_id, user_id) do nothing
    returning 1`,
)

/** Locks the user until the transaction ends, which serialises their parallel joins. */
export const lockUser = command(sql<{ userId: string }>`select from users where id = $userId for no key update`)

export const isBandLimitReached = hasRow(
  sql<{ userId: string }>`
    select from memberships where user_id = $userId offset ${literal(limits.bandsPerPerson - 1)} limit 1`,
)

const listColors = manyRows(
  z.pick(Membership, { color: true }),
  sql<UserInBand>`select color from memberships where user_id = $userId and band_id <> $bandId`,
)

export async function listColorsInOtherBands(db: Db, member: UserInBand): Promise<string[]> {
  return (await listColors(db, member)).map(({ color }) => color)
}

export const updateMembershipColor = command(
  sql<MembershipKey & { color: string }>`
    update memberships set color = $color where band_id = $bandId and id = $membershipId`,
)

const fromMembershipsOfBand = sql`
  from memberships m left join users u on u.id = m.user_id where m.band_id = $bandId`

const findMembershipRow = optionalRow(
  MembershipRow,
  sql<MembershipKey>`select ${membershipColumns} ${fromMembershipsOfBand} and m.id = $membershipId`,
)

const listMembershipRows = manyRows(
  MembershipRow,
  sql<{ bandId: string }>`
    select ${membershipColumns} ${fromMembershipsOfBand} order by m.status, m.joined_at, m.id`,
)

export async function findMembership(db: Db, bandId: string, membershipId: string): Promise<Membership | undefined> {
  const row = await findMembershipRow(db, { bandId, membershipId })
  return row && toMembership(row)
}

/** Lists the memberships of the band, active ones first. */
export async function listMemberships(db: Db, { bandId }: MemberContext): Promise<Membership[]> {
  return (await listMembershipRows(db, { bandId })).map(toMembership)
}

/**
 * Turns an invited card into the user's membership; returns false when the card is deleted or was filled before. Events, changes, notes,
 * markup and the person in the ledger from a band file become the user's, except markup on charts that the user has marked.
 */
export const fillInvitedCardRow = hasRow(
  sql<MembershipKey & { userId: string }>`
    with filled as (
      update memberships set user_id = $userId, status = 'active', joined_at = $now
      where band_id = $bandId and id = $membershipId and status = 'invited'
      returning band_id, id, user_id),
    own as (
      update events e set owner_user_id = filled.user_id from filled
      where e.band_id = filled.band_id and e.added_by = filled.id),
    changed as (
      update event_changes c set user_id = filled.user_id, membership_id = null, member_name = null from filled
      where c.band_id = filled.band_id and c.membership_id = filled.id),
    written as (
      update notes n set user_id = filled.user_id, member_name = null from filled
      where n.band_id = filled.band_id and n.written_by = filled.id),
    paid as (
      update ledger_people p set user_id = filled.user_id from filled
      where p.band_id = filled.band_id and p.membership_id = filled.id),
    drawn as (
      update chart_markup k set user_id = filled.user_id, membership_id = null, member_name = null from filled
      where k.band_id = filled.band_id and k.membership_id = filled.id and not exists (
        select from chart_markup o
        where o.band_id = k.band_id and o.chart_id = k.chart_id and o.user_id = filled.user_id))
    select from filled`,
)

/** Marks the join, whose notices wait for the user's name; returns false if the profile has a name already. */
export const markJoinWaitingForName = hasRow(
  sql<UserInBand>`
    update memberships m set join_waits_for_name = true from users u
    where m.band_id = $bandId and m.user_id = $userId and u.id = m.user_id and u.display_name is null returning 1`,
)

/** Clears the marks of `markJoinWaitingForName`, and returns the bands of the cleared marks. */
export const takeWaitingJoins = manyRows(
  z.strictObject({ bandId: Id }),
  sql<{ userId: string }>`
    update memberships set join_waits_for_name = false where user_id = $userId and join_waits_for_name
    returning band_id as "bandId"`,
)

const Access = z.pick(Membership, { access: true })

/** Reads the caller's access. Call it after `lockBandRow`: one statement for both would read the access before it waits for the lock. */
export const findAccess = optionalRow(
  Access,
  sql<MemberContext>`select access from memberships where band_id = $bandId and id = $membershipId`,
)

/** Locks the caller's membership against deletion until the transaction ends. Its access may still change (`for key share`). */
export const lockMembershipAndReadAccess = optionalRow(
  Access,
  sql<MemberContext>`select access from memberships where band_id = $bandId and id = $membershipId for key share`,
)

type Card = { displayName: string; role: string; icon: string; color: string; access: AccessLevel }
type NullableCard = { [Field in keyof Card]: Card[Field] | null }

/** A null keeps the stored value. Part and picture can be removed, so that `hasPartChange` and `hasAvatarChange` decide whether to write them. */
const updateMembershipRow = command(
  sql<
    MembershipKey &
      NullableCard & { part: string | null; hasPartChange: boolean; avatarUrl: string | null; hasAvatarChange: boolean }
  >`
    update memberships set
      display_name = coalesce($displayName, display_name), role = coalesce($role, role), icon = coalesce($icon, icon),
      color = coalesce($color, color), access = coalesce($access, access),
      part = case when $hasPartChange then $part else part end,
      avatar_url = case when $hasAvatarChange then $avatarUrl else avatar_url end
    where band_id = $bandId and id = $membershipId`,
)

/** Keeps the stored values of absent fields. */
export function updateMembership(tx: Db, key: MembershipKey, changes: MemberChanges): Promise<void> {
  const { displayName, role, part, icon, color, access, avatarUrl } = changes
  return updateMembershipRow(tx, {
    ...key,
    displayName: displayName ?? null,
    role: role ?? null,
    icon: icon ?? null,
    color: color ?? null,
    access: access ?? null,
    part: part ?? null,
    hasPartChange: part !== undefined,
    avatarUrl: avatarUrl ?? null,
    hasAvatarChange: avatarUrl !== undefined,
  })
}

export type InvitedCard = NewMember & Omit<Card, 'displayName' | 'role'> & { id: string }

export const insertInvitedCard = command(
  sql<MemberContext & InvitedCard>`
    insert into memberships (band_id, id, role, access, status, display_name, color, icon, email, created_at)
    values ($bandId, $id, $role, $access, 'invited', $displayName, $color, $icon, $email, $now)`,
)

type OtherCards = MemberContext & { email: string; exceptId: string | null }
const otherCards = sql`
  memberships m where m.band_id = $bandId and m.status = 'invited' and lower(m.email) = lower($email)
  and m.id is distinct from $exceptId::uuid`
const hasOpenInvitation = sql`
  exists (select from invitations i where i.band_id = m.band_id and i.membership_id = m.id and ${isInvitationOpen})`

/** Deletes the invited cards of the email address, except `exceptId`, that have neither an open invitation nor a history. */
export const deleteExpiredCardsOfEmail = command(
  sql<OtherCards>`delete from ${otherCards} and not ${hasOpenInvitation} and not ${cardHasHistory}`,
)

/** Finds the card with a history that a new invitation to the email address reuses. */
export const findCardWithHistoryOfEmail = optionalRow(
  z.strictObject({ id: Id }),
  sql<OtherCards>`
    select m.id from ${otherCards} and not ${hasOpenInvitation} and ${cardHasHistory} order by m.id limit 1`,
)

export const hasCardHistory = hasRow(
  sql<MembershipKey>`
    select from memberships m where m.band_id = $bandId and m.id = $membershipId and ${cardHasHistory}`,
)

export const hasOtherInvitedCard = hasRow(sql<OtherCards>`select from ${otherCards} limit 1`)

export const hasCardOpenInvitation = hasRow(
  sql<MemberContext & { id: string }>`
    select from memberships m where m.band_id = $bandId and m.id = $id and ${hasOpenInvitation}`,
)

/** Updates an invited card and resets its age, by which retention deletes invited cards. */
export const updateInvitedCard = command(
  sql<MemberContext & Pick<InvitedCard, 'id' | 'email' | 'role' | 'displayName'>>`
    update memberships set email = $email, role = $role, display_name = $displayName, created_at = $now
    where band_id = $bandId and id = $id`,
)
