import type { User } from '@gaffer/domain/sign-in/user'
import type { Db } from '#platform/db/connection.ts'
import { oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import { toUser, userColumns, UserRow } from './columns.ts'

const findUserRow = optionalRow(
  UserRow,
  sql<{ userId: string }>`select ${userColumns} from users u where u.id = $userId`,
)
const findUserRowByPhone = optionalRow(
  UserRow,
  sql<{ phone: string }>`select ${userColumns} from users u where u.phone = $phone`,
)

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await findUserRow(db, { userId })
  return row && toUser(row)
}

export async function findUserByPhone(db: Db, phone: string): Promise<User | undefined> {
  const row = await findUserRowByPhone(db, { phone })
  return row && toUser(row)
}

const insertUserRow = oneRow(
  UserRow,
  sql<{ id: string; phone: string }>`
    insert into users as u (id, phone, platform_admin, created_at, updated_at)
    values ($id, $phone, not exists (select from users), $now, $now)
    returning ${userColumns}`,
)

/** The first account of an installation becomes platform admin. */
export async function insertUser(db: Db, user: { id: string; phone: string }): Promise<User> {
  return toUser(await insertUserRow(db, user))
}
