// The columns of users, for sign-in and GET /api/me.

import { isProfileComplete, type User } from '@gaffer/domain/sign-in/user'
import { instantSql } from '#platform/db/sql.ts'

export type UserRow = Omit<User, 'profileCompleted'>

/**
 * Columns of a user under the names of `User`. Users sign in with their phone number; `externalId` is the subject of their oldest Google
 * identity.
 */
export const userColumnsSql = `
  u.id, u.phone as username, u.email, u.phone, u.first_name as "firstName", u.last_name as "lastName",
  u.display_name as "displayName", u.hometown, u.instrument, u.avatar_url as "avatarUrl",
  (select i.subject from identities i where i.user_id = u.id order by i.attached_at, i.subject limit 1) as "externalId",
  u.platform_admin as "platformAdmin", ${instantSql('u.created_at')} as "createdAt", ${instantSql('u.updated_at')} as "updatedAt"`

export const userByIdSql = `select ${userColumnsSql} from users u where u.id = $userId`

export function toUser(row: UserRow): User {
  return { ...row, profileCompleted: isProfileComplete(row) }
}
