import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/limits'
import type { PushSubscriptionInput } from '@gaffer/domain/push-subscription'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

const userLock = preparedQuery(`select from users where id = $userId for no key update`)

// An endpoint belongs to one browser: another account that subscribes there takes it over, with an id of its own.
const upsert = preparedQuery<{ id: string }>(`
  insert into push_subscriptions as s (user_id, id, endpoint, p256dh, auth)
  values ($userId, $id, $endpoint, $p256dh, $auth)
  on conflict (endpoint) do update set
    user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
    id = case when s.user_id = excluded.user_id then s.id else excluded.id end
  returning id`)

const oldestDeletion = preparedQuery(`
  delete from push_subscriptions where user_id = $userId and id in (
    select id from push_subscriptions where user_id = $userId
    order by created_at desc, id desc offset ${limits.pushSubscriptionsPerPerson})`)

/** Stores the subscription and returns its id. Of one too many, the oldest is deleted. */
export function insertSubscription(
  db: Db,
  { userId }: AuthenticatedUser,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    await userLock(tx, { userId })
    const [row] = await upsert(tx, { userId, id: randomUUIDv7(), endpoint, ...keys })
    await oldestDeletion(tx, { userId })
    return (row as { id: string }).id
  })
}

const deletion = preparedQuery<object>(`
  delete from push_subscriptions where user_id = $userId and id = $id returning 1`)

/** False when the user has no such subscription. */
export async function deleteSubscription(db: Db, { userId }: { userId: string }, id: string): Promise<boolean> {
  return (await deletion(db, { userId, id })).length > 0
}
