import { authApi } from '@gaffer/domain/api/auth'
import { meApi } from '@gaffer/domain/api/me'
import { optionalSession, isPublic, requireSession, requireCookieSession } from '#http/auth/guards.ts'
import type { RawReply, Serve } from '#http/serve.ts'
import { readCookies } from './debug.ts'
import { finishGoogle, startGoogle, type GoogleResult } from './google.ts'
import { dropPendingIdentity, listIdentities, readPendingIdentity, removeIdentity } from './identities.ts'
import { sendCode } from './send-code.ts'
import { endSession, listSessions, logout, makeToken } from './sessions.ts'
import { verifyCode } from './sign-in.ts'

/** Milliseconds. Requests to Google have a timeout of 5 s. */
const withGoogle = { deadlineMs: 8000 }

export function authRoutes(serve: Serve): void {
  serve(authApi.sendCode, isPublic, ({ deps, body, address, cookies }) => sendCode(deps, { ...body, address, cookies }))
  serve(authApi.verifyCode, isPublic, ({ deps, body, cookies, userAgent }) =>
    verifyCode(deps, { ...body, cookies, userAgent }),
  )
  serve(
    authApi.startGoogle,
    isPublic,
    async ({ deps, query, cookies }) => {
      const start = await startGoogle(deps, { ...query, cookies })
      return 'problem' in start ? callbackRedirect(start) : redirect(start.authorizationUrl)
    },
    withGoogle,
  )
  serve(
    authApi.finishGoogle,
    isPublic,
    async ({ deps, query, cookies, userAgent }) =>
      callbackRedirect(await finishGoogle(deps, query, { cookies, userAgent })),
    withGoogle,
  )
  serve(authApi.readPendingIdentity, isPublic, ({ db, cookies }) => readPendingIdentity(db, cookies))
  serve(authApi.dropPendingIdentity, isPublic, ({ db, cookies }) => dropPendingIdentity(db, cookies))
  serve(authApi.readCookies, isPublic, ({ deps, cookies }) => readCookies(deps, cookies))
  serve(meApi.listSessions, requireSession, ({ db, person }) => listSessions(db, person))
  serve(meApi.endSession, requireSession, ({ db, person, params, cookies }) =>
    endSession(db, person, params.sessionId, cookies),
  )
  serve(meApi.listIdentities, requireSession, ({ db, person }) => listIdentities(db, person))
  serve(meApi.removeIdentity, requireSession, ({ db, person, params }) => removeIdentity(db, person, params.identityId))
  serve(authApi.makeToken, requireCookieSession, ({ deps, person }) => makeToken(deps, person))
  serve(authApi.logout, optionalSession, ({ deps, claim, cookies, body }) => logout(deps, claim, cookies, body), {
    clearsCache: true,
  })
}

/** The callback page shows the problem, or continues to the joined band or to `returnTo`. */
function callbackRedirect(result: GoogleResult): RawReply {
  if ('problem' in result) return redirect(`/auth/callback?${new URLSearchParams({ error: result.problem })}`)
  const { joinedBandId, returnTo } = result
  const query = new URLSearchParams({ ...(joinedBandId && { joinedBandId }), ...(returnTo && { returnTo }) }).toString()
  return { ...redirect(query ? `/auth/callback?${query}` : '/auth/callback'), joinedBandId }
}

function redirect(location: string): RawReply {
  return { headers: { location }, content: null }
}
