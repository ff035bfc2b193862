// Journeys to Google, identities that wait for a phone, and those that an account holds.

import { limits } from '@gaffer/domain/limits'
import type { Db } from '#db/connection.ts'

/** Who somebody is to a provider. */
export type Identity = { issuer: string; subject: string }

export async function insertJourney(
  db: Db,
  { secretHash, returnTo }: { secretHash: Buffer; returnTo: string | null },
): Promise<void> {
  await db`
    insert into google_journeys (secret_hash, return_to, expires_at)
    values (${secretHash}, ${returnTo}, now() + make_interval(secs => ${limits.googleJourneySeconds}))`
}

/** Takes the journey, once: of any number who ask at the same time, one gets it. */
export async function takeJourney(db: Db, secretHash: Buffer): Promise<{ returnTo: string | null } | undefined> {
  const [row] = await db<{ returnTo: string | null; isLive: boolean }[]>`
    delete from google_journeys where secret_hash = ${secretHash}
    returning return_to as "returnTo", expires_at > now() as "isLive"`
  return row?.isLive ? { returnTo: row.returnTo } : undefined
}

export async function findUserIdOf(db: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from identities where issuer = ${issuer} and subject = ${subject}`
  return row?.user_id
}

export async function insertWaitingIdentity(
  db: Db,
  { secretHash, issuer, subject }: Identity & { secretHash: Buffer },
): Promise<void> {
  await db`
    insert into waiting_identities (secret_hash, issuer, subject, expires_at)
    values (${secretHash}, ${issuer}, ${subject}, now() + make_interval(secs => ${limits.waitingIdentitySeconds}))`
}

/** Gives the identity that waits in this browser, if any, to the account. One that an account has by now stays there. */
export async function attachWaitingIdentity(tx: Db, secretHash: Buffer, userId: string): Promise<void> {
  await tx`
    with taken as (
      delete from waiting_identities where secret_hash = ${secretHash}
      returning issuer, subject, expires_at > now() as is_live
    )
    insert into identities (issuer, subject, user_id)
    select issuer, subject, ${userId} from taken where is_live
    on conflict do nothing`
}
