import type { User } from '@gaffer/domain/sign-in/user'
import { toUser, userByIdSql, userColumnsSql, type UserRow } from './columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedRequiredRow, preparedOptionalRow } from '#platform/db/prepared-query.ts'

const byId = preparedOptionalRow<UserRow>(userByIdSql)
const byPhone = preparedOptionalRow<UserRow>(`select ${userColumnsSql} from users u where u.phone = $phone`)

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await byId(db, { userId })
  return row && toUser(row)
}

export async function findUserByPhone(db: Db, phone: string): Promise<User | undefined> {
  const row = await byPhone(db, { phone })
  return row && toUser(row)
}

const insertion = preparedRequiredRow<UserRow>(`
  insert into users as u (id, phone, platform_admin) values ($id, $phone, not exists (select from users))
  returning ${userColumnsSql}`)

/** The first account of an installation becomes platform admin. */
export async function insertUser(db: Db, user: { id: string; phone: string }): Promise<User> {
  return toUser(await insertion(db, user))
}
