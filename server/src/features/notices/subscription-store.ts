import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/limits'
import type { PushDevice, PushSubscriptionInput } from '@gaffer/domain/push-subscription'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { preparedHasRow, preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

const userLock = preparedCommand(`select from users where id = $userId for no key update`)

// Locks the session, so that it is not ended before its subscription is stored. An endpoint belongs to one browser: another account that subscribes there takes it over, with an id of its own.
const upsert = preparedOptionalRow<{ id: string }>(`
  with session as (select browser_hash, user_agent from sessions where id = $sessionId for key share)
  insert into push_subscriptions as s (user_id, id, endpoint, p256dh, auth, browser_hash, user_agent)
  select $userId, $id, $endpoint, $p256dh, $auth, browser_hash, user_agent from session
  on conflict (endpoint) do update set
    user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
    browser_hash = excluded.browser_hash, user_agent = excluded.user_agent,
    id = case when s.user_id = excluded.user_id then s.id else excluded.id end
  returning id`)

const oldestDeletion = preparedCommand(`
  delete from push_subscriptions where user_id = $userId and id in (
    select id from push_subscriptions where user_id = $userId
    order by created_at desc, id desc offset ${limits.pushSubscriptionsPerPerson})`)

/** Stores the subscription and returns its id; undefined if the session has ended. Beyond the limit per user, deletes the oldest. */
export function upsertSubscription(
  db: Db,
  { userId, sessionId }: AuthenticatedUser,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    await userLock(tx, { userId })
    const row = await upsert(tx, { userId, sessionId, id: randomUUIDv7(), endpoint, ...keys })
    await oldestDeletion(tx, { userId })
    return row?.id
  })
}

/** False when the user has no such subscription. */
export const deleteSubscription = preparedHasRow<{ userId: string; id: string }>(`
  delete from push_subscriptions where user_id = $userId and id = $id returning 1`)

/** Newest first. */
export const listSubscriptions = preparedQuery<
  Omit<PushDevice, 'device'> & { userAgent: string | null },
  AuthenticatedUser
>(`
  select id, user_agent as "userAgent", ${instantSql('created_at')} as "createdAt" from push_subscriptions
  where user_id = $userId order by created_at desc, id desc`)

export const deleteSubscriptionsOfBrowser = preparedCommand<{ userId: string; browserHash: Buffer | null }>(
  `delete from push_subscriptions where user_id = $userId and browser_hash = $browserHash`,
)
export const deleteSubscriptionsOfUser = preparedCommand<{ userId: string }>(
  `delete from push_subscriptions where user_id = $userId`,
)
