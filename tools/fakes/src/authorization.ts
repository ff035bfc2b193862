// The authorization endpoint of the fake OAuth providers: consent page and one-use codes with PKCE (RFC 6749 4.1, RFC 7636).

import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderConsentPage, renderErrorPage } from './consent-page.ts'
import { formFieldsOf } from './loopback.ts'
import { findPerson, type Person } from './people.ts'

/** The consent that an authorization code is exchanged for. */
export type Grant = {
  person: Person
  scope: string
  nonce: string | null
  redirectUri: string
  challenge: string | null
}

export type AuthorizationEndpoint = {
  /** Returns the grant, or which of the values does not match. Either way the code is invalid afterwards. */
  redeem(
    code: string | null,
    attempt: { redirectUri: string | null; verifier: string | null },
  ): Grant | 'code' | 'redirect' | 'verifier'
  /** Submits the consent page for this person, or cancels it with null. Resolves with the callback URL. */
  decide(authorizationUrl: string, personKey: string | null): Promise<string>
}

type AuthorizationOptions = {
  path: string
  provider: string
  clientId: string
  /** Further parameters of the callback URL. */
  extras?: (grant: Grant | null) => Record<string, string>
}

const codeLifetimeMs = 10 * 60 * 1000

export function addAuthorizationRoutes(
  app: FastifyInstance,
  { path, provider, clientId, extras }: AuthorizationOptions,
): AuthorizationEndpoint {
  const grants = new Map<string, Grant & { untilMs: number }>()
  const decisionPath = `${path}/decision`

  app.get(path, async (request, reply) => {
    const query = new URL(request.url, 'http://fake').searchParams
    const problem = findErrorToShow(query, clientId)
    if (problem !== null) return sendHtml(reply.code(400), renderErrorPage(provider, problem))
    const refusal = refusalOf(query)
    if (refusal !== null) return reply.redirect(makeCallbackUrl(query, { error: refusal }), 302)
    return sendHtml(reply, renderConsentPage({ provider, action: decisionPath, query }))
  })

  app.post(decisionPath, async (request, reply) => {
    const form = formFieldsOf(request.body)
    const problem = findErrorToShow(form, clientId)
    if (problem !== null) return sendHtml(reply.code(400), renderErrorPage(provider, problem))
    const person = findPerson(form.get('person'))
    if (person === undefined) {
      return reply.redirect(makeCallbackUrl(form, { error: 'access_denied', ...extras?.(null) }), 303)
    }
    const code = randomBytes(32).toString('base64url')
    const grant: Grant = {
      person,
      scope: form.get('scope') ?? '',
      nonce: form.get('nonce'),
      redirectUri: form.get('redirect_uri') ?? '',
      challenge: form.get('code_challenge'),
    }
    grants.set(code, { ...grant, untilMs: Date.now() + codeLifetimeMs })
    return reply.redirect(makeCallbackUrl(form, { code, ...extras?.(grant) }), 303)
  })

  return {
    redeem(code, { redirectUri, verifier }) {
      const grant = grants.get(code ?? '')
      grants.delete(code ?? '')
      if (grant === undefined || grant.untilMs < Date.now()) return 'code'
      if (grant.redirectUri !== redirectUri) return 'redirect'
      if (grant.challenge !== null && grant.challenge !== challengeOf(verifier ?? '')) return 'verifier'
      return grant
    },
    async decide(authorizationUrl, personKey) {
      const { origin, searchParams } = new URL(authorizationUrl)
      if (personKey !== null) searchParams.set('person', personKey)
      const response = await fetch(`${origin}${decisionPath}`, {
        method: 'POST',
        body: searchParams,
        redirect: 'manual',
      })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${provider} did not redirect: ${response.status}`)
      return location
    },
  }
}

/** Finds an error that this server must show and not send to the redirect URI (RFC 6749 4.1.2.1). */
function findErrorToShow(query: URLSearchParams, clientId: string): string | null {
  if (query.get('client_id') !== clientId) return 'invalid_client: the client is not known'
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!URL.canParse(redirectUri) || !/^https?:$/.test(new URL(redirectUri).protocol)) return 'redirect_uri_mismatch'
  return null
}

function refusalOf(query: URLSearchParams): string | null {
  if (query.get('response_type') !== 'code') return 'unsupported_response_type'
  const method = query.get('code_challenge_method')
  const challenge = query.get('code_challenge')
  if (challenge !== null && (method !== 'S256' || challenge.length !== 43)) return 'invalid_request'
  return null
}

function makeCallbackUrl(query: URLSearchParams, parameters: Record<string, string>): string {
  const url = new URL(query.get('redirect_uri') ?? '')
  const state = query.get('state')
  if (state !== null) url.searchParams.set('state', state)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-type', 'text/html; charset=utf-8').send(page)
}

/** The client's id and secret, from Basic authentication or the form (RFC 6749 2.3.1). */
export function clientCredentialsOf(
  authorization: string | undefined,
  form: URLSearchParams,
): { id: string | null; secret: string | null } {
  const encoded = /^Basic (.+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return { id: form.get('client_id'), secret: form.get('client_secret') }
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) }
}
