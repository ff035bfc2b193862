import * as z from 'zod/mini'
import { LinkedIdentity, PendingIdentity } from '@gaffer/domain/sign-in/identity'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

export type ExternalIdentity = { issuer: string; subject: string; maskedEmail: string | null }

export const findLinkedUserId = optionalRow(
  z.strictObject({ userId: Id }),
  sql<ExternalIdentity>`
    select user_id as "userId" from identities where issuer = $issuer and subject = $subject`,
)

export const insertPendingIdentity = command(
  sql<ExternalIdentity & { secretHash: Buffer }>`
    insert into pending_identities (secret_hash, issuer, subject, masked_email, expires_at)
    values ($secretHash, $issuer, $subject, $maskedEmail,
      $now + make_interval(secs => ${literal(limits.pendingIdentitySeconds)}))`,
)

/** The pending identity of this browser; undefined when it has expired or is linked to an account. */
export const findPendingIdentity = optionalRow(
  PendingIdentity,
  sql<{ secretHash: Buffer }>`
    select 'google' as provider, w.masked_email as email from pending_identities w
    where w.secret_hash = $secretHash and w.expires_at > $now
      and not exists (select from identities i where (i.issuer, i.subject) = (w.issuer, w.subject))`,
)

export const deletePendingIdentity = command(
  sql<{ secretHash: Buffer }>`delete from pending_identities where secret_hash = $secretHash`,
)

/** Links this browser's pending identity, if any, to the account. An identity never moves between accounts. */
export const linkPendingIdentity = command(
  sql<{ id: string; secretHash: Buffer; userId: string }>`
    with taken as (
      delete from pending_identities where secret_hash = $secretHash
      returning issuer, subject, masked_email, expires_at > $now as is_live)
    insert into identities (id, issuer, subject, masked_email, user_id, attached_at)
    select $id::uuid, issuer, subject, masked_email, $userId::uuid, $now from taken where is_live
    on conflict do nothing`,
)

/** The user's linked identities, the oldest first. */
export const listLinkedIdentities = manyRows(
  LinkedIdentity,
  sql<AuthenticatedUser>`
    select id, 'google' as provider, masked_email as email, ${isoText(sql`attached_at`)} as "linkedAt" from identities
    where user_id = $userId order by attached_at, subject`,
)

/** Unlinks the identity; false if the user has no identity with this id. */
export const deleteLinkedIdentity = hasRow(
  sql<AuthenticatedUser & { id: string }>`delete from identities where id = $id and user_id = $userId returning 1`,
)
