import type { User } from '@gaffer/domain/user'
import { toUser, userById, userColumns, type UserRow } from '#features/me/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedOne, preparedRow } from '#platform/db/prepared-query.ts'

const byId = preparedRow<UserRow>(userById)
const byPhone = preparedRow<UserRow>(`select ${userColumns} from users u where u.phone = $phone`)

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await byId(db, { userId })
  return row && toUser(row)
}

export async function findUserByPhone(db: Db, phone: string): Promise<User | undefined> {
  const row = await byPhone(db, { phone })
  return row && toUser(row)
}

const insertion = preparedOne<UserRow>(`
  insert into users as u (id, phone, platform_admin) values ($id, $phone, not exists (select from users))
  returning ${userColumns}`)

/** The first account of an installation becomes platform admin. */
export async function insertUser(db: Db, user: { id: string; phone: string }): Promise<User> {
  return toUser(await insertion(db, user))
}
