// OAuth in a pop-up with a single-use state bound to the browser. Tokens stay on the server; the browser gets a handle
// that works only together with its session.

import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/limits'
import type { Deps } from '#deps.ts'
import { lifetimes, type Cookies } from '#http/cookies.ts'
import { hashSecret, timingSafeEqual, hmac, newSecret } from '#platform/keys.ts'
import { SpotifyError } from '#providers/spotify-calls.ts'
import type { SpotifyAttempt } from '#providers/spotify.ts'
import type { AuthenticatedUser } from '#platform/auth-context.ts'
import type { Outcome } from './closing-page.ts'
import { sealTokens } from './connection.ts'
import { configured } from './failure.ts'
import { insertConnection, insertJourney, takeJourney } from './store.ts'

/** Query parameters of the callback. */
export type SpotifyAnswer = { state?: string | undefined; code?: string | undefined; error?: string | undefined }

/** Connections per user, one per browser. */
const most = 10
const dayMs = 24 * 60 * 60 * 1000

export async function startConnection(
  deps: Deps,
  person: AuthenticatedUser,
  cookies: Cookies,
): Promise<{ authUrl: string }> {
  const spotify = configured(deps)
  const secret = newSecret()
  await insertJourney(deps.db, person, { secretHash: hashSecret(secret), seconds: lifetimes.spotify })
  cookies.write('spotify', secret)
  return { authUrl: spotify.authorizationUrl(attemptOf(deps, secret)) }
}

export async function finishConnection(
  deps: Deps,
  person: AuthenticatedUser,
  { answer, cookies }: { answer: SpotifyAnswer; cookies: Cookies },
): Promise<Outcome> {
  const spotify = configured(deps)
  const secret = cookies.read('spotify')
  const attempt = attemptOf(deps, secret ?? '')
  // Check before consuming the state: a forged callback must not end the connection in progress.
  if (!secret || !timingSafeEqual(Buffer.from(answer.state ?? ''), Buffer.from(attempt.state))) return 'failed'
  cookies.clear('spotify')
  if (!(await takeJourney(deps.db, person, hashSecret(secret)))) return 'failed'
  if (answer.error === 'access_denied') return 'cancelled'
  if (answer.error !== undefined || !answer.code) return 'failed'
  try {
    const { refreshToken, ...tokens } = await spotify.redeemCode(attempt, answer.code)
    if (!refreshToken) throw new SpotifyError('unavailable', 'token response without a refresh token')
    const id = randomUUIDv7()
    const handle = newSecret()
    const sealed = sealTokens(deps, id, { ...tokens, refreshToken })
    await insertConnection(deps.db, person, { id, handleHash: hashSecret(handle), tokens: sealed, most })
    return { handle, expiry: Date.now() + limits.spotifyConnectionDays * dayMs }
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error
    deps.log.warn({ detail: error.message }, 'Spotify account not connected: the token request failed')
    return 'failed'
  }
}

/** Derives state and PKCE verifier from the cookie's secret, so that neither is stored. */
function attemptOf({ config }: Deps, secret: string): SpotifyAttempt {
  const derive = (purpose: string) => hmac(Buffer.from(secret), 'spotify', purpose).toString('base64url')
  return {
    redirectUri: `${config.publicUrl}/api/spotify/callback`,
    state: derive('state'),
    codeVerifier: derive('code verifier'),
  }
}
