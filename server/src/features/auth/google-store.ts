import { randomUUIDv7 } from 'node:crypto'
import type { LinkedIdentity, PendingIdentity } from '@gaffer/domain/identity'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#platform/db/connection.ts'
import { preparedCheck, preparedCommand } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

export type Identity = { issuer: string; subject: string; maskedEmail: string | null }

export async function findUserIdByIdentity(
  db: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from identities where issuer = ${issuer} and subject = ${subject}`
  return row?.user_id
}

export const insertPendingIdentity = preparedCommand<Identity & { secretHash: Buffer }>(`
  insert into pending_identities (secret_hash, issuer, subject, masked_email, expires_at)
  values ($secretHash, $issuer, $subject, $maskedEmail,
    now() + make_interval(secs => ${limits.pendingIdentitySeconds}))`)

/** The pending identity of this browser; null when it has expired or is linked to an account. */
export async function findPendingIdentity(db: Db, secretHash: Buffer): Promise<PendingIdentity | null> {
  const [row] = await db<{ email: string | null }[]>`
    select w.masked_email as email from pending_identities w
    where w.secret_hash = ${secretHash} and w.expires_at > now()
      and not exists (select from identities i where (i.issuer, i.subject) = (w.issuer, w.subject))`
  return row ? { provider: 'google', email: row.email } : null
}

export const deletePendingIdentity = preparedCommand<{ secretHash: Buffer }>(
  `delete from pending_identities where secret_hash = $secretHash`,
)

/** Links this browser's pending identity, if any, to the account. An identity never moves between accounts. */
export async function linkPendingIdentity(tx: Db, secretHash: Buffer, userId: string): Promise<void> {
  await tx`
    with taken as (
      delete from pending_identities where secret_hash = ${secretHash}
      returning issuer, subject, masked_email, expires_at > now() as is_live
    )
    insert into identities (id, issuer, subject, masked_email, user_id)
    select ${randomUUIDv7()}, issuer, subject, masked_email, ${userId} from taken where is_live
    on conflict do nothing`
}

/** Oldest first. */
export async function listLinkedIdentities(db: Db, { userId }: AuthenticatedUser): Promise<LinkedIdentity[]> {
  const rows = await db<{ id: string; email: string | null; attached_at: Date }[]>`
    select id, masked_email as email, attached_at from identities
    where user_id = ${userId} order by attached_at, subject`
  return rows.map(({ id, email, attached_at: at }) => ({ id, provider: 'google', email, linkedAt: at.toISOString() }))
}

/** False when the user has no such identity. */
export const deleteLinkedIdentity = preparedCheck<AuthenticatedUser & { id: string }>(
  `delete from identities where id = $id and user_id = $userId returning 1`,
)
