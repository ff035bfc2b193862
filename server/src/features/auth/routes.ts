import { authApi, meApi } from '@gaffer/domain/api'
import { anyClaim, open, signedIn, signedInBrowser } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { readCookies } from './debug.ts'
import { finishGoogle, startGoogle } from './google.ts'
import { dropPendingIdentity, listIdentities, readPendingIdentity, removeIdentity } from './identities.ts'
import { sendCode } from './send-code.ts'
import { endSession, listSessions, logout, makeToken } from './sessions.ts'
import { verifyCode } from './sign-in.ts'

/** Milliseconds. Requests to Google have a timeout of 5 s. */
const withGoogle = { deadlineMs: 8000 }

export function authRoutes(serve: Serve): void {
  serve(authApi.sendCode, open, ({ deps, body, address, cookies }) => sendCode(deps, { ...body, address, cookies }))
  serve(authApi.verifyCode, open, ({ deps, body, cookies, userAgent }) =>
    verifyCode(deps, { ...body, cookies, userAgent }),
  )
  serve(authApi.startGoogle, open, ({ deps, query, cookies }) => startGoogle(deps, { ...query, cookies }), withGoogle)
  serve(
    authApi.finishGoogle,
    open,
    ({ deps, query, cookies, userAgent }) => finishGoogle(deps, query, { cookies, userAgent }),
    withGoogle,
  )
  serve(authApi.readPendingIdentity, open, ({ db, cookies }) => readPendingIdentity(db, cookies))
  serve(authApi.dropPendingIdentity, open, ({ db, cookies }) => dropPendingIdentity(db, cookies))
  serve(authApi.readCookies, open, ({ deps, cookies }) => readCookies(deps, cookies))
  serve(meApi.listSessions, signedIn, ({ db, person }) => listSessions(db, person))
  serve(meApi.endSession, signedIn, ({ db, person, params, cookies }) =>
    endSession(db, person, params.sessionId, cookies),
  )
  serve(meApi.listIdentities, signedIn, ({ db, person }) => listIdentities(db, person))
  serve(meApi.removeIdentity, signedIn, ({ db, person, params }) => removeIdentity(db, person, params.identityId))
  serve(authApi.makeToken, signedInBrowser, ({ deps, person }) => makeToken(deps, person))
  serve(authApi.logout, anyClaim, ({ deps, claim, cookies, body }) => logout(deps, claim, cookies, body), {
    clearsCache: true,
  })
}
