// Access to Spotify with the handle of a browser: decrypts the tokens, refreshes them once for all waiting requests, and
// deletes a connection that Spotify has revoked.

import type { Deps } from '#deps.ts'
import type { SpotifyAccount } from '#providers/spotify-account.ts'
import { isFailure } from '#providers/spotify-calls.ts'
import type { SpotifyTokens } from '#providers/spotify.ts'
import { keyFingerprint, encrypt, decrypt } from '#platform/encryption.ts'
import type { AuthenticatedUser } from '#platform/auth-context.ts'
import { configured, notConnected, orRefuse } from './failure.ts'
import { deleteConnection, findConnection, updateTokens, type ConnectionRow, type SealedTokens } from './store.ts'
import { withLease } from './lease.ts'

/** The guard has verified the session. This file checks that the handle belongs to a connection of the user. */
export type TestClient = { person: AuthenticatedUser; handleHash: Buffer }

type Connection = ConnectionRow & { accessToken: string; refreshToken: string }

/** Milliseconds for all Spotify requests of one operation. */
const timeoutMs = 8000
/** Refresh early: a token must not expire while a request is in flight. */
const marginMs = 30_000

/** Runs an operation with the caller's account; repeats it once with a refreshed token when Spotify refuses the token. */
export function withAccount<T>(
  deps: Deps,
  caller: TestClient,
  errand: (account: SpotifyAccount) => Promise<T>,
): Promise<T> {
  const until = Date.now() + timeoutMs
  const run = ({ accessToken }: Connection) => errand(configured(deps).as(accessToken, until))
  return orRefuse(deps, async () => {
    configured(deps)
    const stored = await open(deps, caller)
    const connection = stored.expiresAt.getTime() < Date.now() + marginMs ? await renew(deps, caller, stored) : stored
    try {
      return await run(connection)
    } catch (error) {
      if (!isFailure(error, 'expired')) throw error
    }
    return forgetIfEnded(deps, caller, async () => run(await renew(deps, caller, connection)))
  })
}

export async function disconnect(deps: Deps, { person, handleHash }: TestClient): Promise<void> {
  await deleteConnection(deps.db, person, handleHash)
}

export function sealTokens({ keys }: Deps, id: string, tokens: SpotifyTokens & { refreshToken: string }): SealedTokens {
  const { accessToken, refreshToken, expiresAt } = tokens
  const key = keys.outsideTokens
  return {
    keyId: keyFingerprint(key),
    sealedTokens: encrypt(key, id, JSON.stringify({ accessToken, refreshToken })),
    expiresAt,
  }
}

async function open(deps: Deps, { person, handleHash }: TestClient): Promise<Connection> {
  const row = await findConnection(deps.db, person, handleHash)
  // Encrypted with an older SECRET_KEY: the user must connect again.
  if (!row || row.keyId !== keyFingerprint(deps.keys.outsideTokens)) throw notConnected()
  return opened(deps, row)
}

function opened({ keys }: Deps, row: ConnectionRow): Connection {
  const tokens = JSON.parse(decrypt(keys.outsideTokens, row.id, row.sealedTokens)) as {
    accessToken: string
    refreshToken: string
  }
  return { ...row, ...tokens }
}

/** Returns tokens newer than `seen`, refreshed by this request or by another one on any server. */
function renew(deps: Deps, caller: TestClient, seen: Connection): Promise<Connection> {
  return withLease(deps.db, `renew ${seen.id}`, async () => {
    const current = await open(deps, caller)
    if (current.version !== seen.version) return current
    const tokens = await forgetIfEnded(deps, caller, () => configured(deps).refresh(current.refreshToken))
    const refreshToken = tokens.refreshToken ?? current.refreshToken
    const row = await updateTokens(deps.db, { ...current, ...sealTokens(deps, seen.id, { ...tokens, refreshToken }) })
    if (!row) throw notConnected()
    return opened(deps, row)
  })
}

async function forgetIfEnded<T>(deps: Deps, caller: TestClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isFailure(error, 'expired') || isFailure(error, 'ended')) await disconnect(deps, caller)
    throw error
  }
}
