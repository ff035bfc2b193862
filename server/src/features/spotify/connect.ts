// OAuth in a pop-up with a single-use state bound to the browser. Tokens stay on the server; the browser gets a handle
// that works only together with its session.

import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/shared/limits'
import type { Services } from '#services.ts'
import { insertOauthState, takeOauthState } from '#platform/db/oauth-states.ts'
import { hashSecret, timingSafeEqual, hmac, newSecret } from '#platform/keys.ts'
import { SpotifyError } from '#providers/spotify-calls.ts'
import type { SpotifyClient, SpotifyAuthorizationAttempt } from '#providers/spotify.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import type { ConnectionOutcome } from './closing-page.ts'
import { encryptTokens } from './connection.ts'
import { requireConfiguredSpotify } from './failure.ts'
import { insertConnection, deleteAllButNewestConnections } from './store.ts'

/** Query parameters of the callback. */
export type SpotifyCallbackQuery = { state?: string | undefined; code?: string | undefined; error?: string | undefined }

/** The most connections of a user, one per browser. */
const maxConnections = 10
const dayMs = 24 * 60 * 60 * 1000

/** The browser must send `secret` back at the callback. */
export async function startConnection(
  services: Services,
  user: AuthenticatedUser,
): Promise<{ authUrl: string; secret: string }> {
  const spotify = requireConfiguredSpotify(services)
  const secret = newSecret()
  await insertOauthState(services.db, { ...makeStateKey(secret, user), returnTo: null })
  return { authUrl: spotify.authorizationUrl(deriveAttempt(services, secret)), secret }
}

export async function finishConnection(
  services: Services,
  user: AuthenticatedUser,
  { query, secret }: { query: SpotifyCallbackQuery; secret: string | undefined },
): Promise<{ outcome: ConnectionOutcome; isStateConsumed: boolean }> {
  const spotify = requireConfiguredSpotify(services)
  const attempt = deriveAttempt(services, secret ?? '')
  // Check before consuming the state: a forged callback must not end the connection in progress.
  if (!secret || !timingSafeEqual(Buffer.from(query.state ?? ''), Buffer.from(attempt.state)))
    return { outcome: 'failed', isStateConsumed: false }
  const state = await takeOauthState(services.db, makeStateKey(secret, user))
  const outcome = state ? await createConnection(services, spotify, user, { query, attempt }) : 'failed'
  return { outcome, isStateConsumed: true }
}

async function createConnection(
  services: Services,
  spotify: SpotifyClient,
  user: AuthenticatedUser,
  { query, attempt }: { query: SpotifyCallbackQuery; attempt: SpotifyAuthorizationAttempt },
): Promise<ConnectionOutcome> {
  if (query.error === 'access_denied') return 'cancelled'
  if (query.error !== undefined || !query.code) return 'failed'
  try {
    const { refreshToken, ...tokens } = await spotify.redeemCode(attempt, query.code)
    if (!refreshToken) throw new SpotifyError('unavailable', 'token response without a refresh token')
    const id = randomUUIDv7()
    const handle = newSecret()
    const encrypted = encryptTokens(services, id, { ...tokens, refreshToken })
    await insertConnection(services.db, { ...user, ...encrypted, id, handleHash: hashSecret(handle) })
    await deleteAllButNewestConnections(services.db, { ...user, keptCount: maxConnections })
    return { handle, expiry: services.clock.now().getTime() + limits.spotifyConnectionDays * dayMs }
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error
    services.log.warn({ detail: error.message }, 'Spotify account not connected: the token request failed')
    return 'failed'
  }
}

function makeStateKey(secret: string, user: AuthenticatedUser) {
  return { provider: 'spotify', secretHash: hashSecret(secret), user } as const
}

/** Derives state and PKCE verifier from the cookie's secret, so that neither is stored. */
function deriveAttempt({ config }: Services, secret: string): SpotifyAuthorizationAttempt {
  const derive = (purpose: string) => hmac(Buffer.from(secret), 'spotify', purpose).toString('base64url')
  return {
    redirectUri: `${config.publicUrl}/api/spotify/callback`,
    state: derive('state'),
    codeVerifier: derive('code verifier'),
  }
}
