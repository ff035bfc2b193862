// Google sign-in with OpenID Connect: authorization code with PKCE (RFC 7636), state, nonce and a signed ID token.

import * as oidc from 'openid-client'
import { maskEmail } from '@gaffer/domain/sign-in/identity'
import { createSingleValueCache } from './single-value-cache.ts'
import { hasNeverConnected, ProviderError, type ProviderFailure } from './provider-error.ts'
import { readResponseTextOrEmpty } from './read-response-text.ts'

/** Values of one sign-in, needed for its start and its callback. `codeVerifier` has at least 43 characters. */
export type GoogleSignInAttempt = { redirectUri: string; state: string; nonce: string; codeVerifier: string }

/**
 * Issuer and subject identify an account for ever; an email address can change its owner. `maskedEmail` is for display only;
 * null without a verified address.
 */
export type GoogleIdentity = { issuer: string; subject: string; maskedEmail: string | null }

export type GoogleSignInClient = {
  /** The URL to redirect the browser to. Rejects with a ProviderError. */
  authorizationUrl(attempt: GoogleSignInAttempt): Promise<string>
  /**
   * Verifies the callback's query. Rejects with a ProviderError; `refused` means that the response is an error or not authentic, or that
   * Google refused to redeem the code.
   */
  identify(attempt: GoogleSignInAttempt, callbackQuery: URLSearchParams): Promise<GoogleIdentity>
}

export type GoogleSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Milliseconds for a whole step with all its requests. */
  timeoutMs?: number
}

const dayMs = 24 * 60 * 60 * 1000

export function createGoogleSignInClient({
  issuer,
  clientId,
  clientSecret,
  timeoutMs = 5000,
}: GoogleSettings): GoogleSignInClient {
  /** Caches the discovery document. */
  const configuration = createSingleValueCache(discover, dayMs)

  function discover(): Promise<oidc.Configuration> {
    const isPlainHttp = issuer.startsWith('http:')
    return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutMs / 1000,
      [oidc.customFetch]: fetchWithSizeLimit,
      // Verify the ID token's signature: by default openid-client relies on TLS and does not.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlainHttp ? [oidc.allowInsecureRequests] : [])],
    })
  }

  return {
    authorizationUrl: ({ redirectUri, state, nonce, codeVerifier }) =>
      withStepTimeout(timeoutMs, async () => {
        const url = oidc.buildAuthorizationUrl(await configuration.get(), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),

    identify: ({ redirectUri, state, nonce, codeVerifier }, callbackQuery) =>
      withStepTimeout(timeoutMs, async () => {
        const url = new URL(redirectUri)
        url.search = callbackQuery.toString()
        const tokens = await oidc.authorizationCodeGrant(await configuration.get(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw createGoogleError('refused', 'no ID token')
        return { issuer: claims.iss, subject: claims.sub, maskedEmail: maskedEmailOf(claims) }
      }),
  }
}

function maskedEmailOf({ email, email_verified: isVerified }: oidc.IDToken): string | null {
  return typeof email === 'string' && isVerified === true ? maskEmail(email) : null
}

async function fetchWithSizeLimit(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
  const { status, statusText, headers } = response
  return new Response((await readResponseTextOrEmpty(response)) || null, { status, statusText, headers })
}

/** The library's timeout is per request, and a step may make three requests. */
async function withStepTimeout<T>(timeoutMs: number, step: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createGoogleError('ambiguous', `no response within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([step(), late])
  } catch (error) {
    throw error instanceof ProviderError ? error : toProviderError(error)
  } finally {
    clearTimeout(timer)
  }
}

const ambiguousCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

function toProviderError(error: unknown): ProviderError {
  if (error instanceof oidc.ResponseBodyError) {
    return createGoogleError(error.status === 429 ? 'busy' : 'refused', `HTTP ${error.status}`)
  }
  if (error instanceof oidc.ClientError) {
    const code = error.code ?? 'no code'
    return createGoogleError(ambiguousCodes.has(code) ? 'ambiguous' : 'refused', code)
  }
  if (error instanceof oidc.AuthorizationResponseError) return createGoogleError('refused', 'an error response')
  if (hasNeverConnected(error)) return createGoogleError('unreachable', 'no connection')
  return createGoogleError('ambiguous', 'connection lost')
}

function createGoogleError(failure: ProviderFailure, detail: string): ProviderError {
  return new ProviderError({ service: 'google', failure, reference: 'sign-in', detail })
}
