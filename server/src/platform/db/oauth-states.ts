// Each state belongs to one browser, by the hash of the secret in its cookie, and to one provider.

import { limits } from '@gaffer/domain/shared/limits'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import type { Db } from './connection.ts'

export type OauthProvider = 'google' | 'spotify'

/** `user` is the signed-in user who connects an account, or null for a sign-in. */
type OauthStateKey = { provider: OauthProvider; secretHash: Buffer; user: AuthenticatedUser | null }

export async function insertOauthState(
  db: Db,
  { provider, secretHash, user, returnTo }: OauthStateKey & { returnTo: string | null },
): Promise<void> {
  await db`
    insert into oauth_states (secret_hash, provider, user_id, return_to, expires_at)
    values (${secretHash}, ${provider}, ${user?.userId ?? null}, ${returnTo},
      now() + make_interval(secs => ${limits.oauthStateSeconds}))`
}

/** Consumes the state: of parallel callers exactly one gets it. Undefined when it is unknown, expired or another user's. */
export async function takeOauthState(
  db: Db,
  { provider, secretHash, user }: OauthStateKey,
): Promise<{ returnTo: string | null } | undefined> {
  const [row] = await db<{ returnTo: string | null; isLive: boolean }[]>`
    delete from oauth_states
    where secret_hash = ${secretHash} and provider = ${provider}
      and user_id is not distinct from ${user?.userId ?? null}
    returning return_to as "returnTo", expires_at > now() as "isLive"`
  return row?.isLive ? { returnTo: row.returnTo } : undefined
}
