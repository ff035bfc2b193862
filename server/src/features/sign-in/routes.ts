import { authApi } from '@gaffer/domain/sign-in/api'
import { meApi } from '@gaffer/domain/sign-in/me-api'
import { optionalSession, allowAnyone, requireSession, requireCookieSession } from '#http/guards/guards.ts'
import type { CookieChanges } from '#http/pipeline/cookies.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { notFoundError } from '#platform/refusals.ts'
import { finishGoogleSignIn, startGoogleSignIn, type GoogleSignInResult } from './google.ts'
import { dropPendingIdentity, listIdentities, readPendingIdentity, removeIdentity } from './identities.ts'
import { queueCode } from './send-code.ts'
import { endSession, listSessions, logout, issueAccessToken, type NewSession } from './sessions.ts'
import { signInWithCode } from './sign-in.ts'

/** The deadline is above the timeout of requests to Google, which is 5 seconds. */
const googleOptions = { deadlineMs: 8000 }

export function authRoutes(serve: ServeEndpoint): void {
  serve(authApi.sendCode, allowAnyone, async ({ services, body, address, cookies }) => {
    const { flow, retryAfter } = await queueCode(services, { ...body, address, secrets: cookies.values })
    cookies.set({ flow })
    return { retryAfter }
  })
  serve(authApi.verifyCode, allowAnyone, async ({ services, body, cookies, userAgent }) => {
    const { session, signIn } = await signInWithCode(services, body, { secrets: cookies.values, userAgent })
    cookies.set(createSessionCookies(session))
    return signIn
  })
  serve(
    authApi.startGoogle,
    allowAnyone,
    async ({ services, query, cookies }) => {
      const start = await startGoogleSignIn(services, query)
      if ('problem' in start) return redirectToCallbackPage(start)
      cookies.set({ google: start.secret })
      return createRedirect(start.authorizationUrl)
    },
    googleOptions,
  )
  serve(
    authApi.finishGoogle,
    allowAnyone,
    async ({ services, query, cookies, userAgent }) => {
      const result = await finishGoogleSignIn(services, query, { secrets: cookies.values, userAgent })
      cookies.set(createGoogleCookies(result))
      return redirectToCallbackPage(result)
    },
    googleOptions,
  )
  serve(authApi.readPendingIdentity, allowAnyone, ({ db, cookies }) => readPendingIdentity(db, cookies.values.identity))
  serve(authApi.dropPendingIdentity, allowAnyone, async ({ db, cookies }) => {
    await dropPendingIdentity(db, cookies.values.identity)
    cookies.set({ identity: null })
  })
  serve(authApi.readCookies, allowAnyone, ({ services, cookies }) => {
    if (!services.config.hasDebugPages) throw notFoundError()
    return { cookies: cookies.masked() }
  })
  serve(meApi.listSessions, requireSession, ({ db, user }) => listSessions(db, user))
  serve(meApi.endSession, requireSession, async ({ db, user, params, cookies }) => {
    const { isCurrent } = await endSession(db, user, params.sessionId)
    if (isCurrent) cookies.set({ session: null })
  })
  serve(meApi.listIdentities, requireSession, ({ db, user }) => listIdentities(db, user))
  serve(meApi.removeIdentity, requireSession, ({ db, user, params }) => removeIdentity(db, user, params.identityId))
  serve(authApi.makeToken, requireCookieSession, ({ services, user }) => issueAccessToken(services, user))
  serve(
    authApi.logout,
    optionalSession,
    async ({ services, claim, cookies, body }) => {
      const { isSignedOut } = await logout(services, claim, body)
      if (isSignedOut) cookies.set({ session: null, invite: null, google: null, identity: null })
    },
    { clearsCache: true },
  )
}

/** Sets the cookies of a new session and clears the cookies of the sign-in. */
function createSessionCookies({ token, browserSecret }: NewSession): CookieChanges {
  return { session: token, browser: browserSecret, flow: null, invite: null, google: null, identity: null }
}

function createGoogleCookies(result: GoogleSignInResult): CookieChanges {
  if ('session' in result) return createSessionCookies(result.session)
  const { isStateConsumed, pendingIdentitySecret } = result
  return {
    ...(isStateConsumed && { google: null }),
    ...(pendingIdentitySecret && { identity: pendingIdentitySecret }),
  }
}

/** Redirects to the callback page, which shows the problem or opens the joined band or `returnTo`. */
function redirectToCallbackPage(result: GoogleSignInResult): RawReply {
  if ('problem' in result) return createRedirect(`/auth/callback?${new URLSearchParams({ error: result.problem })}`)
  const { joinedBandId, returnTo } = result
  const query = new URLSearchParams({ ...(joinedBandId && { joinedBandId }), ...(returnTo && { returnTo }) }).toString()
  return { ...createRedirect(query ? `/auth/callback?${query}` : '/auth/callback'), joinedBandId }
}

function createRedirect(location: string): RawReply {
  return { headers: { location }, content: null }
}
