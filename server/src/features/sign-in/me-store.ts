import type { Band } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { ParsedProfile, User } from '@gaffer/domain/sign-in/user'
import { bandColumnsSql } from '#features/bands/columns.ts'
import { membershipColumnsSql, toMembership, type MembershipRow } from '#features/bands/member-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedRequiredRow, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { toUser, userByIdSql, userColumnsSql, type UserRow } from './columns.ts'

const userWithBands = preparedRequiredRow<{ user: UserRow | null; bands: (MembershipRow & { band: Band })[] }>(`
  select (select to_json(person) from (${userByIdSql}) person) as user, (
    select coalesce(json_agg(row), '[]')
    from (
      select ${membershipColumnsSql}, (select to_json(band) from (select ${bandColumnsSql}) band) as band
      from memberships m join users u on u.id = m.user_id join bands b on b.id = m.band_id
      where m.user_id = $userId and m.status = 'active' order by m.joined_at, m.id) row) as bands`)

/** The user with their active memberships, each with its band, in one statement. */
export async function findUserWithBands(
  db: Db,
  { userId }: AuthenticatedUser,
): Promise<{ user: User; bands: OwnMembership[] } | undefined> {
  const { user, bands } = await userWithBands(db, { userId })
  return user
    ? { user: toUser(user), bands: bands.map((own) => ({ ...toMembership(own), band: own.band })) }
    : undefined
}

const profileUpdate = preparedOptionalRow<UserRow>(`
  update users u set
    first_name = $firstName, last_name = $lastName, display_name = $displayName, hometown = $hometown,
    instrument = $instrument, avatar_url = $avatarUrl, updated_at = now()
  where u.id = $userId
  returning ${userColumnsSql}`)

/** Undefined when the account is gone. */
export async function updateProfile(
  db: Db,
  { userId }: AuthenticatedUser,
  profile: ParsedProfile,
): Promise<User | undefined> {
  const row = await profileUpdate(db, { ...profile, userId })
  return row && toUser(row)
}
