// Stored responses of idempotent requests: one row per user and key.

import * as z from 'zod/mini'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, optionalRow, sql } from '#platform/db/statement.ts'

const IdempotencyKeyRow = z.strictObject({ requestHash: z.instanceof(Buffer), response: z.unknown() })
export type IdempotencyKeyRow = z.infer<typeof IdempotencyKeyRow>

type RequestKey = { userId: string; key: string }
type NewKey = RequestKey & { requestHash: Buffer; days: number }

const deleteExpiredKeys = command(sql<RequestKey>`
  delete from idempotency_keys where user_id = $userId and expires_at <= $now`)

const insertKey = hasRow(sql<NewKey>`
  insert into idempotency_keys (user_id, key, request_hash, expires_at)
  values ($userId, $key, $requestHash, $now + make_interval(days => $days::int))
  on conflict do nothing
  returning 1`)

/** Inserts the key, or returns the response stored for it. Waits while another transaction holds the same key. */
export async function insertKeyOrFindResponse(tx: Db, key: NewKey): Promise<IdempotencyKeyRow | undefined> {
  await deleteExpiredKeys(tx, key)
  return (await insertKey(tx, key)) ? undefined : findResponse(tx, key)
}

export const findResponse = optionalRow(
  IdempotencyKeyRow,
  sql<RequestKey>`
    select request_hash as "requestHash", response from idempotency_keys
    where user_id = $userId and key = $key and expires_at > $now`,
)

/** `response` is JSON text. */
export const storeResponse = command(sql<RequestKey & { response: string }>`
  update idempotency_keys set response = $response::text::json where user_id = $userId and key = $key`)
