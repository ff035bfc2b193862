import type { Profile, User } from '@gaffer/domain/user'
import { isProfileComplete } from '@gaffer/domain/user'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

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
  /** A string when the row was read as JSON. */
  created_at: Date | string
  updated_at: Date | string
}

function toUser(row: UserRow): User {
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
const userColumns = `u.*, (
  select i.subject from identities i where i.user_id = u.id order by i.attached_at, i.subject limit 1) as external_id`
const byId = `select ${userColumns} from users u where u.id = $userId`
const userById = preparedQuery<UserRow>(byId)
const userByPhone = preparedQuery<UserRow>(`select ${userColumns} from users u where u.phone = $phone`)

/** Reads the user, and their memberships with the expression of the bands' store, in one statement. */
export function userQueryWith<Rows, Bands>(bands: { json: string; shape: (rows: Rows) => Bands }) {
  const query = preparedQuery<{ user: UserRow | null; bands: Rows }>(`
    select (select to_json(person) from (${byId}) person) as user, ${bands.json} as bands`)
  return async (db: Db, { userId }: AuthenticatedUser): Promise<{ user: User; bands: Bands } | undefined> => {
    const [row] = await query(db, { userId })
    return row?.user ? { user: toUser(row.user), bands: bands.shape(row.bands) } : undefined
  }
}

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const [row] = await userById(db, { userId })
  return row && toUser(row)
}

export async function findUserByPhone(db: Db, phone: string): Promise<User | undefined> {
  const [row] = await userByPhone(db, { phone })
  return row && toUser(row)
}

const insertion = preparedQuery<UserRow>(`
  insert into users as u (id, phone, platform_admin) values ($id, $phone, not exists (select from users))
  returning ${userColumns}`)

/** The first account of an installation becomes platform admin. */
export async function insertUser(db: Db, user: { id: string; phone: string }): Promise<User> {
  const [row] = await insertion(db, user)
  return toUser(row as UserRow)
}

const profileUpdate = preparedQuery<UserRow>(`
  update users u set
    first_name = $firstName, last_name = $lastName, display_name = $displayName, hometown = $hometown,
    instrument = $instrument, avatar_url = $avatarUrl, updated_at = now()
  where u.id = $userId
  returning ${userColumns}`)

/** Undefined when the account is gone. */
export async function updateProfile(
  db: Db,
  { userId }: AuthenticatedUser,
  profile: Profile,
): Promise<User | undefined> {
  const [row] = await profileUpdate(db, { ...profile, userId })
  return row && toUser(row)
}
