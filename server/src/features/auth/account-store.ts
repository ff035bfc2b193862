import type { User } from '@gaffer/domain/user'
import { toUser, userById, userColumns, type UserRow } from '#features/me/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'

const byId = preparedQuery<UserRow>(userById)
const byPhone = preparedQuery<UserRow>(`select ${userColumns} from users u where u.phone = $phone`)

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const [row] = await byId(db, { userId })
  return row && toUser(row)
}

export async function findUserByPhone(db: Db, phone: string): Promise<User | undefined> {
  const [row] = await byPhone(db, { phone })
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
