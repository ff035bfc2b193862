import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { PendingIdentity } from './identity.ts'
import { signInMessages } from './sign-in-messages.ts'
import { User } from './user.ts'
import { LenientQueryParam, createTypedPhoneSchema, SixDigitCode } from '@gaffer/domain/shared/input-schemas'

const AccessToken = z.strictObject({ accessToken: z.string(), expiresAt: Timestamp })

export const authApi = {
  sendCode: defineEndpoint({
    method: 'POST',
    path: '/auth/phone/send-code',
    summary: 'Send a sign-in code by SMS; the response is the same for known and unknown numbers',
    body: z.strictObject({ phone: createTypedPhoneSchema(signInMessages.phoneRequired.text) }),
    status: 202,
    response: z.strictObject({ retryAfter: z.int() }),
    changes: 'nothing',
  }),
  verifyCode: defineEndpoint({
    method: 'POST',
    path: '/auth/phone/verify-code',
    summary:
      'Sign in with the code; accepts the invitation held by this browser, and links the pending Google identity if requested',
    body: z.strictObject({
      phone: createTypedPhoneSchema(signInMessages.phoneRequired.text),
      code: SixDigitCode,
      linkGoogle: z.optional(z.boolean()),
    }),
    status: 200,
    response: z.extend(AccessToken, { user: User, joinedBandId: z.nullable(Id) }),
    changes: 'members',
    errors: ['not_signed_in'],
  }),
  startGoogle: defineEndpoint({
    method: 'GET',
    path: '/auth/google',
    summary: 'Start Google sign-in; redirects back to `returnTo`, a path of this site',
    query: z.strictObject({ returnTo: LenientQueryParam }),
    status: 302,
  }),
  finishGoogle: defineEndpoint({
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'Finish Google sign-in; redirects to /auth/callback with a session or an error code',
    query: z.looseObject({
      code: LenientQueryParam,
      state: LenientQueryParam,
      iss: LenientQueryParam,
      error: LenientQueryParam,
    }),
    status: 302,
    changes: 'members',
  }),
  readPendingIdentity: defineEndpoint({
    method: 'GET',
    path: '/auth/pending-identity',
    summary: 'Get the pending Google identity of this browser, its email address masked; null if there is none',
    status: 200,
    response: z.nullable(PendingIdentity),
  }),
  dropPendingIdentity: defineEndpoint({
    method: 'DELETE',
    path: '/auth/pending-identity',
    summary: 'Delete the pending Google identity of this browser',
    status: 204,
    changes: 'nothing',
  }),
  makeToken: defineEndpoint({
    method: 'POST',
    path: '/auth/token',
    summary: 'Create a bearer token for the session in the cookie',
    status: 200,
    response: AccessToken,
    changes: 'nothing',
  }),
  readCookies: defineEndpoint({
    method: 'GET',
    path: '/auth/debug',
    summary: "List the request's cookies with masked values; 404 in production unless DEBUG_PAGES is on",
    status: 200,
    response: z.strictObject({ cookies: z.array(z.strictObject({ name: z.string(), value: z.string() })) }),
    errors: ['not_found'],
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/auth/logout',
    summary:
      'End the session, unless it began less than `signedOutSecondsAgo` ago: then it is newer than a delayed sign-out',
    body: z.prefault(z.strictObject({ signedOutSecondsAgo: z.optional(z.int().check(z.gte(0), z.lte(1e9))) }), {}),
    status: 204,
    changes: 'session',
  }),
}
