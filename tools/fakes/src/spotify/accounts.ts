// Spotify's accounts service: authorization code with or without PKCE, refresh, client credentials.

import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addAuthorizationRoutes, clientCredentialsOf, type AuthorizationEndpoint } from '#authorization.ts'
import { formFieldsOf } from '#loopback.ts'
import { findPerson, type Person } from '#people.ts'

/** `person` is null for a client credentials token. */
export type TokenGrant = { person: Person | null; scopes: string[] }

type RefreshGrant = TokenGrant & { untilMs: number }

export type AccountsService = {
  findBearer(token: string): TokenGrant | 'unknown' | 'expired'
  /** Spotify has no call for this: a person revokes a permission on its page of connected apps. */
  revoke(personKey: string): void
  expireAccessTokens(): void
  /** All valid tokens, so that a test can search logs and tables for them. */
  tokens(): string[]
  decide: AuthorizationEndpoint['decide']
}

export type ClientCredentials = { clientId: string; clientSecret: string }

const accessTokenSeconds = 3600
// The lifetime of a refresh token: six months from the consent; use does not extend it.
const refreshTokenMs = 183 * 24 * 60 * 60 * 1000

type TokenError = { error: string; error_description: string }
type Tokens = { access_token: string; token_type: 'Bearer'; expires_in: number; scope?: string; refresh_token?: string }

/** `rotate`: each refresh replaces the refresh token, as Spotify did before July 2026. */
export function addAccountsRoutes(
  app: FastifyInstance,
  { clientId, clientSecret }: ClientCredentials,
  { rotate }: { rotate: boolean },
): AccountsService {
  const access = new Map<string, TokenGrant & { untilMs: number }>()
  const refreshes = new Map<string, RefreshGrant>()
  const authorization = addAuthorizationRoutes(app, { path: '/authorize', provider: 'Spotify', clientId })

  function issueAccessToken({ person, scopes }: TokenGrant): Tokens {
    const token = `BQ${randomBytes(64).toString('base64url')}`
    access.set(token, { person, scopes, untilMs: Date.now() + accessTokenSeconds * 1000 })
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      ...(person && { scope: scopes.join(' ') }),
    }
  }

  function issueRefreshToken(grant: RefreshGrant): { refresh_token: string } {
    const token = `AQ${randomBytes(48).toString('base64url')}`
    refreshes.set(token, grant)
    return { refresh_token: token }
  }

  function exchangeCode(form: URLSearchParams, hasSecret: boolean): Tokens | TokenError {
    const verifier = form.get('code_verifier')
    const grant = authorization.redeem(form.get('code'), { redirectUri: form.get('redirect_uri'), verifier })
    if (grant === 'code') return tokenError('invalid_grant', 'Invalid authorization code')
    if (grant === 'redirect') return tokenError('invalid_grant', 'Invalid redirect URI')
    if (grant === 'verifier') return tokenError('invalid_grant', 'code_verifier was incorrect')
    if (!hasSecret && grant.challenge === null) return tokenError('invalid_client', 'Invalid client secret')
    const bearer = { person: grant.person, scopes: grant.scope.split(' ').filter(Boolean) }
    return { ...issueAccessToken(bearer), ...issueRefreshToken({ ...bearer, untilMs: Date.now() + refreshTokenMs }) }
  }

  function exchangeRefreshToken(form: URLSearchParams): Tokens | TokenError {
    const token = form.get('refresh_token') ?? ''
    const grant = refreshes.get(token)
    if (grant === undefined) return tokenError('invalid_grant', 'Refresh token revoked')
    if (grant.untilMs < Date.now()) return tokenError('invalid_grant', 'Refresh token expired')
    if (!rotate) return issueAccessToken(grant)
    refreshes.delete(token)
    return { ...issueAccessToken(grant), ...issueRefreshToken(grant) }
  }

  app.post('/api/token', async (request, reply) => {
    const form = formFieldsOf(request.body)
    const { id, secret } = clientCredentialsOf(request.headers.authorization, form)
    const result =
      id !== clientId
        ? tokenError('invalid_client', 'Invalid client')
        : secret !== null && secret !== clientSecret
          ? tokenError('invalid_client', 'Invalid client secret')
          : grantTokens(form, secret !== null)
    return reply
      .code('error' in result ? 400 : 200)
      .header('cache-control', 'no-store')
      .send(result)
  })

  function grantTokens(form: URLSearchParams, hasSecret: boolean): Tokens | TokenError {
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchangeCode(form, hasSecret)
      case 'refresh_token':
        return exchangeRefreshToken(form)
      case 'client_credentials':
        return hasSecret
          ? issueAccessToken({ person: null, scopes: [] })
          : tokenError('invalid_client', 'Invalid client secret')
      default:
        return tokenError('unsupported_grant_type', 'grant_type parameter is missing or unknown')
    }
  }

  return {
    findBearer(token) {
      const known = access.get(token)
      return known === undefined ? 'unknown' : known.untilMs < Date.now() ? 'expired' : known
    },
    revoke(personKey) {
      const person = findPerson(personKey)
      for (const tokens of [access, refreshes]) {
        for (const [token, bearer] of tokens) if (bearer.person === person) tokens.delete(token)
      }
    },
    expireAccessTokens() {
      for (const bearer of access.values()) bearer.untilMs = 0
    },
    tokens: () => [...access.keys(), ...refreshes.keys()],
    decide: authorization.decide,
  }
}

function tokenError(error: string, description: string): TokenError {
  return { error, error_description: description }
}
