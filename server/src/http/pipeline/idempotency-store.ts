// Stored responses of idempotent requests: one row per user and key.

import type { Db } from '#platform/db/connection.ts'
import { preparedOptionalRow } from '#platform/db/prepared-query.ts'

export type IdempotencyKeyRow = { request_hash: Buffer; response: unknown }

/** Inserts the key, or returns the response stored for it. Waits while another transaction holds the same key. */
export async function insertKeyOrFindResponse(
  tx: Db,
  { userId, key, requestHash }: { userId: string; key: string; requestHash: Buffer },
): Promise<IdempotencyKeyRow | undefined> {
  await tx`delete from idempotency_keys where user_id = ${userId} and created_at < now() - interval '24 hours'`
  const rows = await tx`
    insert into idempotency_keys (user_id, key, request_hash) values (${userId}, ${key}, ${requestHash})
    on conflict do nothing
    returning 1`
  return rows.length === 1 ? undefined : findResponse(tx, { userId, key })
}

export const findResponse = preparedOptionalRow<IdempotencyKeyRow, { userId: string; key: string }>(`
  select request_hash, response from idempotency_keys
  where user_id = $userId and key = $key and created_at >= now() - interval '24 hours'`)

export async function storeResponse(
  tx: Db,
  { userId, key }: { userId: string; key: string },
  response: unknown,
): Promise<void> {
  // An empty response is stored as null.
  await tx`
    update idempotency_keys set response = ${JSON.stringify(response ?? null)}::text::json
    where user_id = ${userId} and key = ${key}`
}
