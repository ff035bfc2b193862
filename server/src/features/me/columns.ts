// The columns of users, for sign-in and GET /api/me.

import { isProfileComplete, type User } from '@gaffer/domain/user'

export type UserRow = {
  id: string
  phone: string
  email: string | null
  first_name: string | null
  last_name: string | null
  display_name: string | null
  hometown: string | null
  instrument: User['instrument']
  avatar_url: string | null
  external_id: string | null
  platform_admin: boolean
  /** A string when the row was read as JSON. */
  created_at: Date | string
  updated_at: Date | string
}

export function toUser(row: UserRow): User {
  const names = { firstName: row.first_name, lastName: row.last_name, displayName: row.display_name }
  return {
    id: row.id,
    // Users sign in with their phone number.
    username: row.phone,
    email: row.email,
    phone: row.phone,
    ...names,
    hometown: row.hometown,
    instrument: row.instrument,
    avatarUrl: row.avatar_url,
    externalId: row.external_id,
    platformAdmin: row.platform_admin,
    profileCompleted: isProfileComplete(names),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/** The row and the subject of the account's oldest Google identity. */
export const userColumns = `u.*, (
  select i.subject from identities i where i.user_id = u.id order by i.attached_at, i.subject limit 1) as external_id`
export const userById = `select ${userColumns} from users u where u.id = $userId`
