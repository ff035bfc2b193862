import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { PushDevice, type PushSubscriptionInput } from '@gaffer/domain/notices/push-subscription'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

const lockUser = command(sql<{ userId: string }>`select from users where id = $userId for no key update`)

/** The user's subscriptions `s` of sessions that have not expired. Subscriptions of expired sessions are deleted later. */
export const liveSubscriptions = (userId: Sql) => sql`
  push_subscriptions s join sessions live on live.id = s.session_id and live.expires_at > $now where s.user_id = ${userId}`

// Locks the session, so that it is not ended before its subscription is stored. An endpoint belongs to one browser: another account that
// subscribes with this endpoint takes it over, with a new id.
const upsertForSession = optionalRow(
  z.strictObject({ id: Id }),
  sql<{ userId: string; sessionId: string; id: string; endpoint: string; p256dh: string; auth: string }>`
    with session as (select id, user_agent from sessions where id = $sessionId for key share)
    insert into push_subscriptions as s (user_id, id, endpoint, p256dh, auth, session_id, user_agent, created_at)
    select $userId, $id, $endpoint, $p256dh, $auth, session.id, user_agent, $now from session
    on conflict (endpoint) do update set
      user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
      session_id = excluded.session_id, user_agent = excluded.user_agent,
      id = case when s.user_id = excluded.user_id then s.id else excluded.id end
    returning id`,
)

const deleteOldestSubscriptions = command(
  sql<{ userId: string }>`
    delete from push_subscriptions where user_id = $userId and id in (
      select id from push_subscriptions where user_id = $userId
      order by created_at desc, id desc offset ${literal(limits.pushSubscriptionsPerPerson)})`,
)

/** Stores the subscription and returns its id; undefined if the session has ended. Beyond the limit per user, deletes the oldest. */
export function upsertSubscription(
  db: Db,
  { userId, sessionId }: AuthenticatedUser,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, { userId })
    const row = await upsertForSession(tx, { userId, sessionId, id: randomUUIDv7(), endpoint, ...keys })
    await deleteOldestSubscriptions(tx, { userId })
    return row?.id
  })
}

/** Deletes the subscription; false if the user has no subscription with this id. */
export const deleteSubscription = hasRow(
  sql<{ userId: string; id: string }>`
    delete from push_subscriptions where user_id = $userId and id = $id returning 1`,
)

/** The user's subscriptions, the newest first. */
export const listSubscriptions = manyRows(
  z.extend(z.omit(PushDevice, { device: true }), { userAgent: z.nullable(z.string()) }),
  sql<AuthenticatedUser>`
    select s.id, s.user_agent as "userAgent", ${isoText(sql`s.created_at`)} as "createdAt"
    from ${liveSubscriptions(sql`$userId`)} order by s.created_at desc, s.id desc`,
)

/** Attaches the user's subscriptions of a browser to its next session. `endingToken` is the hash of the token of the session that ends. */
export const moveSubscriptionsToSession = command(
  sql<{ userId: string; sessionId: string; browserHash: Buffer; endingToken: Buffer | null }>`
    update push_subscriptions p set session_id = $sessionId from sessions s
    where p.user_id = $userId and s.id = p.session_id and s.user_id = $userId
      and (s.browser_hash = $browserHash or s.token_hash = $endingToken)`,
)
