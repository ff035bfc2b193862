// Sessions and the browsers that have signed an account in.

import type { Db } from '#db/connection.ts'
import type { SessionClaim } from '#http/gate/session.ts'
import { limits } from '@gaffer/domain/limits'

export async function insertSession(
  db: Db,
  session: { id: string; tokenHash: Buffer; userId: string; userAgent: string | null },
): Promise<void> {
  await db`
    insert into sessions (id, token_hash, user_id, user_agent, expires_at)
    values (${session.id}, ${session.tokenHash}, ${session.userId}, ${session.userAgent},
      now() + make_interval(secs => ${limits.sessionSeconds}))`
}

/** Ends all but the newest `most` sessions of a person. */
export async function keepNewestSessions(db: Db, userId: string, most: number): Promise<void> {
  await db`
    delete from sessions where user_id = ${userId} and id not in (
      select id from sessions where user_id = ${userId} order by created_at desc, id desc limit ${most})`
}

export async function deleteSession(db: Db, claim: SessionClaim): Promise<void> {
  await ('tokenHash' in claim
    ? db`delete from sessions where token_hash = ${claim.tokenHash}`
    : db`delete from sessions where id = ${claim.sessionId}`)
}

export async function rememberBrowser(db: Db, userId: string, browserHash: Buffer): Promise<void> {
  await db`
    insert into known_browsers (browser_hash, user_id) values (${browserHash}, ${userId})
    on conflict (browser_hash, user_id) do update set signed_in_at = now()`
}

/** Whether this browser signed in the account of this number within 90 days. */
export async function knowsBrowser(db: Db, phone: string, browserHash: Buffer): Promise<boolean> {
  const rows = await db`
    select from known_browsers k join users u on u.id = k.user_id
    where u.phone = ${phone} and k.browser_hash = ${browserHash} and k.signed_in_at > now() - interval '90 days'`
  return rows.length > 0
}
