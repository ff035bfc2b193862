// Stores and returns the tokens of Spotify connections, encrypted only.

import * as z from 'zod/mini'
import { command, optionalRow, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

const ConnectionRow = z.strictObject({
  id: z.string(),
  keyId: z.string(),
  encryptedTokens: z.instanceof(Buffer),
  /** Expiry of the access token. */
  expiresAt: z.date(),
  version: z.int(),
})
export type ConnectionRow = z.infer<typeof ConnectionRow>
export type EncryptedTokens = Pick<ConnectionRow, 'keyId' | 'encryptedTokens' | 'expiresAt'>

const connectionColumns = sql`
  id, key_id as "keyId", sealed_tokens as "encryptedTokens", expires_at as "expiresAt", version`

export const insertConnection = command(
  sql<AuthenticatedUser & EncryptedTokens & { id: string; handleHash: Buffer }>`
    insert into spotify_connections (id, user_id, handle_hash, key_id, sealed_tokens, expires_at, created_at)
    values ($id, $userId, $handleHash, $keyId, $encryptedTokens, $expiresAt, $now)`,
)

export const deleteAllButNewestConnections = command(
  sql<AuthenticatedUser & { keptCount: number }>`
    delete from spotify_connections where user_id = $userId and id not in (
      select id from spotify_connections where user_id = $userId order by created_at desc, id desc limit $keptCount)`,
)

/** The connection of the handle; undefined if the handle is unknown or of another user. */
export const findConnection = optionalRow(
  ConnectionRow,
  sql<AuthenticatedUser & { handleHash: Buffer }>`
    select ${connectionColumns} from spotify_connections where handle_hash = $handleHash and user_id = $userId`,
)

/** Stores refreshed tokens; undefined if the tokens were refreshed or the connection was deleted since `version`. */
export const updateTokens = optionalRow(
  ConnectionRow,
  sql<ConnectionRow>`
    update spotify_connections
    set key_id = $keyId, sealed_tokens = $encryptedTokens, expires_at = $expiresAt, version = version + 1
    where id = $id and version = $version
    returning ${connectionColumns}`,
)

export const deleteConnection = command(
  sql<AuthenticatedUser & { handleHash: Buffer }>`
    delete from spotify_connections where handle_hash = $handleHash and user_id = $userId`,
)
