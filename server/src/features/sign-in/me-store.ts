import * as z from 'zod/mini'
import { Band } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { ParsedProfile, User } from '@gaffer/domain/sign-in/user'
import { bandColumns } from '#features/bands/columns.ts'
import { membershipColumns, MembershipRow, toMembership } from '#features/bands/member-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { toUser, userColumns, UserRow } from './columns.ts'

const listMembershipRows = manyRows(
  z.extend(MembershipRow, { band: Band }),
  sql<{ userId: string }>`
    select ${membershipColumns}, (select to_json(band) from (select ${bandColumns}) band) as band
    from memberships m join users u on u.id = m.user_id join bands b on b.id = m.band_id
    where m.user_id = $userId and m.status = 'active' order by m.joined_at, m.id`,
)

/** The active memberships of the user, each with its band, in the order in which they joined. */
export async function listOwnMemberships(db: Db, { userId }: AuthenticatedUser): Promise<OwnMembership[]> {
  const rows = await listMembershipRows(db, { userId })
  return rows.map(({ band, ...membership }) => ({ ...toMembership(membership), band }))
}

const updateProfileRow = optionalRow(
  UserRow,
  sql<ParsedProfile & { userId: string }>`
    update users u set
      first_name = $firstName, last_name = $lastName, display_name = $displayName, hometown = $hometown,
      instrument = $instrument, avatar_url = $avatarUrl, updated_at = $now
    where u.id = $userId
    returning ${userColumns}`,
)

/** Saves the profile; undefined if the account is deleted. */
export async function updateProfile(
  db: Db,
  { userId }: AuthenticatedUser,
  profile: ParsedProfile,
): Promise<User | undefined> {
  const row = await updateProfileRow(db, { ...profile, userId })
  return row && toUser(row)
}
