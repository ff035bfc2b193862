// Creates a signed-in user for a server in a process of its own. Such a server has the machine's clock, and the sessions of `useTestServer`
// have times of the test clock.

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { insertSession } from '#features/sign-in/session-store.ts'
import { insertUser } from '#features/sign-in/user-store.ts'
import { openDatabasePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'

/** The cookies of a new user's session, for `TestClient`. Takes an address and not a server's pool, which has the server's clock. */
export async function insertUserWithSession(database: DatabaseAddress, phone: string): Promise<Record<string, string>> {
  const db = openDatabasePool(database, 1)
  const token = newSecret()
  const { id: userId } = await insertUser(db, { id: randomUUIDv7(), phone })
  const session = { id: randomUUIDv7(), tokenHash: hashSecret(token), userId }
  await insertSession(db, { ...session, userAgent: null, browserHash: randomBytes(32) })
  await db.end()
  return { gaffer_session: token }
}
