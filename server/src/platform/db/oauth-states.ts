// OAuth states. Each belongs to one provider, and to one browser: it is found by the hash of the secret in the browser's cookie.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import type { Db } from './connection.ts'
import { command, literal, optionalRow, sql } from './statement.ts'

export type OauthProvider = 'google' | 'spotify'

/** `user` is the signed-in user who connects an account, or null for a sign-in. */
type OauthStateKey = { provider: OauthProvider; secretHash: Buffer; user: AuthenticatedUser | null }
type KeyColumns = Omit<OauthStateKey, 'user'> & { userId: string | null }

const insertState = command(sql<KeyColumns & { returnTo: string | null }>`
  insert into oauth_states (secret_hash, provider, user_id, return_to, expires_at)
  values ($secretHash, $provider, $userId, $returnTo,
    $now + make_interval(secs => ${literal(limits.oauthStateSeconds)}))`)

const takeState = optionalRow(
  z.strictObject({ returnTo: z.nullable(z.string()), isLive: z.boolean() }),
  sql<KeyColumns>`
    delete from oauth_states
    where secret_hash = $secretHash and provider = $provider and user_id is not distinct from $userId
    returning return_to as "returnTo", expires_at > $now as "isLive"`,
)

export function insertOauthState(
  db: Db,
  { user, ...state }: OauthStateKey & { returnTo: string | null },
): Promise<void> {
  return insertState(db, { ...state, userId: user?.userId ?? null })
}

/** Deletes the state and returns it to exactly one of parallel callers. Returns undefined if it is unknown, expired or another user's. */
export async function takeOauthState(
  db: Db,
  { user, ...state }: OauthStateKey,
): Promise<{ returnTo: string | null } | undefined> {
  const row = await takeState(db, { ...state, userId: user?.userId ?? null })
  return row?.isLive ? { returnTo: row.returnTo } : undefined
}
