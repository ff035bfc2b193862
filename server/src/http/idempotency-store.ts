// Stored responses of idempotent requests: one row per user and key.

import type { Db } from '#platform/db/connection.ts'

type Kept = { request_hash: Buffer; reply: unknown }

/** Inserts the key, or returns the response stored for it. Waits while another transaction holds the same key. */
export async function claimKey(
  tx: Db,
  { userId, key, requestHash }: { userId: string; key: string; requestHash: Buffer },
): Promise<Kept | undefined> {
  await tx`delete from idempotency_keys where user_id = ${userId} and created_at < now() - interval '24 hours'`
  const rows = await tx`
    insert into idempotency_keys (user_id, key, request_hash) values (${userId}, ${key}, ${requestHash})
    on conflict do nothing
    returning 1`
  if (rows.length === 1) return undefined
  const [kept] = await tx<Kept[]>`
    select request_hash, reply from idempotency_keys where user_id = ${userId} and key = ${key}`
  return kept
}

export async function keepReply(
  tx: Db,
  { userId, key }: { userId: string; key: string },
  reply: unknown,
): Promise<void> {
  await tx`
    update idempotency_keys set reply = ${JSON.stringify(reply)}::text::json
    where user_id = ${userId} and key = ${key}`
}
