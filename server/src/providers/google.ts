// Signs people in with Google by OpenID Connect: authorization code with PKCE (RFC 7636), state and nonce, and an
// ID token whose signature is checked. Asks for nothing but who somebody is; knows no account, cookie or page.

import * as oidc from 'openid-client'
import { maskEmail } from '@gaffer/domain/identity'
import { neverConnected, ProviderError, type ProviderFailure } from './provider-error.ts'
import { readAtMost } from './read-at-most.ts'

/** One attempt's secrets, the same on the way out and back. `codeVerifier` has 43 characters at least. */
export type GoogleAttempt = { redirectUri: string; state: string; nonce: string; codeVerifier: string }

/**
 * Issuer and subject name one person for ever; an email address can change hands. `maskedEmail` is only for people to read:
 * null where Google gave no address, or one that it has not verified.
 */
export type GoogleIdentity = { issuer: string; subject: string; maskedEmail: string | null }

export type Google = {
  /** Where the browser goes to sign in. Rejects with an ProviderError. */
  authorizationUrl(attempt: GoogleAttempt): Promise<string>
  /** Who came back with this answer in the query. Rejects with an ProviderError; `refused` means not to be believed. */
  identify(attempt: GoogleAttempt, answer: URLSearchParams): Promise<GoogleIdentity>
}

export type GoogleSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** A whole step with all its calls: milliseconds. */
  timeoutMs?: number
}

const dayMs = 24 * 60 * 60 * 1000

export function googleSignIn({ issuer, clientId, clientSecret, timeoutMs = 5000 }: GoogleSettings): Google {
  let known: { configuration: Promise<oidc.Configuration>; until: number } | null = null

  /** What the provider says about itself, asked once a day. A failure is not kept. */
  function configuration(): Promise<oidc.Configuration> {
    if (known && known.until > Date.now()) return known.configuration
    const asked = discover()
    known = { configuration: asked, until: Date.now() + dayMs }
    asked.catch(() => {
      known = null
    })
    return asked
  }

  function discover(): Promise<oidc.Configuration> {
    const isPlainHttp = issuer.startsWith('http:')
    return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutMs / 1000,
      [oidc.customFetch]: fetchBounded,
      // Without non-repudiation checks the library trusts the connection and leaves the signature unread.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlainHttp ? [oidc.allowInsecureRequests] : [])],
    })
  }

  return {
    authorizationUrl: ({ redirectUri, state, nonce, codeVerifier }) =>
      withinStep(timeoutMs, async () => {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),

    identify: ({ redirectUri, state, nonce, codeVerifier }, answer) =>
      withinStep(timeoutMs, async () => {
        const url = new URL(redirectUri)
        url.search = answer.toString()
        const tokens = await oidc.authorizationCodeGrant(await configuration(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw failed('refused', 'no ID token')
        return { issuer: claims.iss, subject: claims.sub, maskedEmail: maskedEmailOf(claims) }
      }),
  }
}

function maskedEmailOf({ email, email_verified: isVerified }: oidc.IDToken): string | null {
  return typeof email === 'string' && isVerified === true ? maskEmail(email) : null
}

async function fetchBounded(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
  const { status, statusText, headers } = response
  return new Response((await readAtMost(response)) || null, { status, statusText, headers })
}

/** The library limits each call; a step may have three of them, and somebody waits. */
async function withinStep<T>(timeoutMs: number, step: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failed('ambiguous', `no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([step(), late])
  } catch (error) {
    throw error instanceof ProviderError ? error : explain(error)
  } finally {
    clearTimeout(timer)
  }
}

const unreadable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

function explain(error: unknown): ProviderError {
  if (error instanceof oidc.ResponseBodyError) {
    return failed(error.status === 429 ? 'busy' : 'refused', `HTTP ${error.status}`)
  }
  if (error instanceof oidc.ClientError) {
    const code = error.code ?? 'no code'
    return failed(unreadable.has(code) ? 'ambiguous' : 'refused', code)
  }
  if (error instanceof oidc.AuthorizationResponseError) return failed('refused', 'an error answer')
  if (neverConnected(error instanceof Error ? error.cause : error)) return failed('unreachable', 'no connection')
  return failed('ambiguous', 'connection lost')
}

function failed(failure: ProviderFailure, detail: string): ProviderError {
  return new ProviderError({ service: 'google', failure, reference: 'sign-in', detail })
}
