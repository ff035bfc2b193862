// People: rows of users, and their memberships with the bands inside.

import type { Profile, User } from '@gaffer/domain/user'
import { isProfileComplete } from '@gaffer/domain/user'
import type { Db } from '#db/connection.ts'
import type { SignedInPerson } from '#http/gate/gates.ts'

type UserRow = {
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
  created_at: Date
  updated_at: Date
}

function toUser(row: UserRow): User {
  const names = { firstName: row.first_name, lastName: row.last_name, displayName: row.display_name }
  return {
    id: row.id,
    // An account is a phone number, so that is its name for signing in.
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
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The row, and the account's first identity at another provider. */
const whole = (db: Db) => db`u.*, (
  select i.subject from identities i where i.user_id = u.id order by i.attached_at, i.subject limit 1) as external_id`

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const [row] = await db<UserRow[]>`select ${whole(db)} from users u where u.id = ${userId}`
  return row && toUser(row)
}

export async function findUserByPhone(db: Db, phone: string): Promise<User | undefined> {
  const [row] = await db<UserRow[]>`select ${whole(db)} from users u where u.phone = ${phone}`
  return row && toUser(row)
}

/** The first account of an empty product administers the platform. */
export async function insertUser(db: Db, user: { id: string; phone: string }): Promise<User> {
  const [row] = await db<UserRow[]>`
    insert into users as u (id, phone, platform_admin)
    values (${user.id}, ${user.phone}, not exists (select from users))
    returning ${whole(db)}`
  return toUser(row as UserRow)
}

export async function updateProfile(db: Db, { userId }: SignedInPerson, profile: Profile): Promise<User> {
  const [row] = await db<UserRow[]>`
    update users u set
      first_name = ${profile.firstName}, last_name = ${profile.lastName}, display_name = ${profile.displayName},
      hometown = ${profile.hometown}, instrument = ${profile.instrument}, avatar_url = ${profile.avatarUrl},
      updated_at = now()
    where u.id = ${userId}
    returning ${whole(db)}`
  return toUser(row as UserRow)
}
