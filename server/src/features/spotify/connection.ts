// Gives access to Spotify with the handle of a browser: decrypts the tokens, refreshes them once for all waiting requests, and
// deletes a connection that Spotify has revoked.

import type { Services } from '#services.ts'
import type { SpotifyAccountClient } from '#providers/spotify-account.ts'
import { isSpotifyErrorOfKind } from '#providers/spotify-calls.ts'
import type { SpotifyTokens } from '#providers/spotify.ts'
import { keyFingerprint, encrypt, decrypt } from '#platform/encryption.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { requireConfiguredSpotify, spotifyNotConnectedError, mapSpotifyErrors } from './failure.ts'
import { deleteConnection, findConnection, updateTokens, type ConnectionRow, type EncryptedTokens } from './store.ts'
import { withSpotifyLease } from './lease.ts'

/** The guard has verified the session. This file checks that the handle belongs to a connection of the user. */
export type SpotifyCaller = { user: AuthenticatedUser; handleHash: Buffer }

type Connection = ConnectionRow & { accessToken: string; refreshToken: string }

/** The timeout for all Spotify requests of one operation together. */
const operationTimeoutMs = 8000
/** Refresh early: a token must not expire while a request is in flight. */
const refreshMarginMs = 30_000

/** Runs an operation with the caller's account; repeats it once with a refreshed token when Spotify refuses the token. */
export function withSpotifyAccount<T>(
  services: Services,
  caller: SpotifyCaller,
  operation: (account: SpotifyAccountClient) => Promise<T>,
): Promise<T> {
  const deadline = services.clock.now().getTime() + operationTimeoutMs
  const run = ({ accessToken }: Connection) =>
    operation(requireConfiguredSpotify(services).createAccountClient(accessToken, deadline))
  return mapSpotifyErrors(services, async () => {
    requireConfiguredSpotify(services)
    const stored = await loadConnection(services, caller)
    const connection =
      stored.expiresAt.getTime() < services.clock.now().getTime() + refreshMarginMs
        ? await refreshTokens(services, caller, stored)
        : stored
    try {
      return await run(connection)
    } catch (error) {
      if (!isSpotifyErrorOfKind(error, 'expired')) throw error
    }
    return deleteIfRevoked(services, caller, async () => run(await refreshTokens(services, caller, connection)))
  })
}

export async function deleteSpotifyConnection(services: Services, { user, handleHash }: SpotifyCaller): Promise<void> {
  await deleteConnection(services.db, { ...user, handleHash })
}

export function encryptTokens(
  { keys }: Services,
  id: string,
  tokens: SpotifyTokens & { refreshToken: string },
): EncryptedTokens {
  const { accessToken, refreshToken, expiresAt } = tokens
  const key = keys.outsideTokens
  return {
    keyId: keyFingerprint(key),
    encryptedTokens: encrypt(key, id, JSON.stringify({ accessToken, refreshToken })),
    expiresAt,
  }
}

async function loadConnection(services: Services, { user, handleHash }: SpotifyCaller): Promise<Connection> {
  const row = await findConnection(services.db, { ...user, handleHash })
  // If the tokens were encrypted with an older SECRET_KEY, the user must connect again.
  if (!row || row.keyId !== keyFingerprint(services.keys.outsideTokens)) throw spotifyNotConnectedError()
  return decryptConnection(services, row)
}

function decryptConnection({ keys }: Services, row: ConnectionRow): Connection {
  const tokens = JSON.parse(decrypt(keys.outsideTokens, row.id, row.encryptedTokens)) as {
    accessToken: string
    refreshToken: string
  }
  return { ...row, ...tokens }
}

/** Returns tokens newer than `seen`, refreshed by this request or by another request on any server. */
function refreshTokens(services: Services, caller: SpotifyCaller, seen: Connection): Promise<Connection> {
  return withSpotifyLease(services.db, `renew ${seen.id}`, async () => {
    const current = await loadConnection(services, caller)
    if (current.version !== seen.version) return current
    const tokens = await deleteIfRevoked(services, caller, () =>
      requireConfiguredSpotify(services).refresh(current.refreshToken),
    )
    const refreshToken = tokens.refreshToken ?? current.refreshToken
    const row = await updateTokens(services.db, {
      ...current,
      ...encryptTokens(services, seen.id, { ...tokens, refreshToken }),
    })
    if (!row) throw spotifyNotConnectedError()
    return decryptConnection(services, row)
  })
}

async function deleteIfRevoked<T>(services: Services, caller: SpotifyCaller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isSpotifyErrorOfKind(error, 'expired') || isSpotifyErrorOfKind(error, 'ended'))
      await deleteSpotifyConnection(services, caller)
    throw error
  }
}
