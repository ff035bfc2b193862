// The columns of users, for sign-in and GET /api/me.

import * as z from 'zod/mini'
import { isProfileComplete, User } from '@gaffer/domain/sign-in/user'
import { isoText, sql } from '#platform/db/statement.ts'

export const UserRow = z.omit(User, { profileCompleted: true })
export type UserRow = z.infer<typeof UserRow>

/**
 * Columns of a user under the names of `User`. Users sign in with their phone number; `externalId` is the subject of their oldest Google
 * identity.
 */
export const userColumns = sql`
  u.id, u.phone as username, u.email, u.phone, u.first_name as "firstName", u.last_name as "lastName",
  u.display_name as "displayName", u.hometown, u.instrument, u.avatar_url as "avatarUrl",
  (select i.subject from identities i where i.user_id = u.id order by i.attached_at, i.subject limit 1) as "externalId",
  u.platform_admin as "platformAdmin", ${isoText(sql`u.created_at`)} as "createdAt",
  ${isoText(sql`u.updated_at`)} as "updatedAt"`

export function toUser(row: UserRow): User {
  return { ...row, profileCompleted: isProfileComplete(row) }
}
