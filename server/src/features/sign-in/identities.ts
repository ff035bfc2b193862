import type { LinkedIdentity, PendingIdentity } from '@gaffer/domain/sign-in/identity'
import type { Db } from '#platform/db/connection.ts'
import { hashSecret } from '#platform/keys.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { notFoundError } from '#platform/refusals.ts'
import {
  deleteLinkedIdentity,
  deletePendingIdentity,
  findPendingIdentity,
  listLinkedIdentities,
} from './google-store.ts'

export async function readPendingIdentity(db: Db, secret: string | undefined): Promise<PendingIdentity | null> {
  const pending = secret && (await findPendingIdentity(db, { secretHash: hashSecret(secret) }))
  return pending || null
}

export async function dropPendingIdentity(db: Db, secret: string | undefined): Promise<void> {
  if (secret) await deletePendingIdentity(db, { secretHash: hashSecret(secret) })
}

export function listIdentities(db: Db, user: AuthenticatedUser): Promise<LinkedIdentity[]> {
  return listLinkedIdentities(db, user)
}

export async function removeIdentity(db: Db, user: AuthenticatedUser, id: string): Promise<void> {
  if (!(await deleteLinkedIdentity(db, { ...user, id }))) throw notFoundError()
}
