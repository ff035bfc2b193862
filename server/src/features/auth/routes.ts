// The calls that sign people in and out.

import { authApi } from '@gaffer/domain/api'
import { anyClaim, open, signedIn } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { logout, makeToken } from './service.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './sign-in.ts'

export function authRoutes(serve: Serve): void {
  serve(authApi.sendCode, open, ({ deps, body, address, cookies }) => sendCode(deps, { ...body, address, cookies }))
  serve(authApi.verifyCode, open, ({ deps, body, cookies, userAgent }) =>
    verifyCode(deps, { ...body, cookies, userAgent }),
  )
  serve(authApi.makeToken, signedIn, ({ deps, person }) => makeToken(deps, person))
  serve(authApi.logout, anyClaim, ({ deps, claim, cookies }) => logout(deps, claim, cookies))
}
