// A fake of Google's OpenID provider: discovery, authorization code with PKCE, ID tokens signed with RS256, userinfo.
// Not built on a provider library, because such a library issues no faulty tokens.

import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addAuthorizationRoutes, clientCredentialsOf, type AuthorizationEndpoint, type Grant } from './authorization.ts'
import { addFaultInjection, type FaultControl } from './faults.ts'
import { createIdTokenIssuer, type Claims, type IdTokenFault, type IdTokenIssuer } from './id-token.ts'
import { formFieldsOf, listenOnLoopback, createFakeServer } from './loopback.ts'
import type { Person } from './people.ts'

export type FakeGoogle = FaultControl & {
  issuer: string
  clientId: string
  clientSecret: string
  /** Every ID token has this fault from now on; null ends it. */
  setIdTokenFault(fault: IdTokenFault | null): void
  decide: AuthorizationEndpoint['decide']
  close(): Promise<void>
}

/** State shared by the routes. `issuer` is set once the server listens. */
type Provider = {
  clientId: string
  clientSecret: string
  issuer: string
  idTokenFault: IdTokenFault | null
  authorization: AuthorizationEndpoint
  idTokens: IdTokenIssuer
  grants: Map<string, Grant>
}

const tokenSeconds = 3599

/** Listens on 127.0.0.1 and registers a new client. Accepts any http(s) redirect URI. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const app = createFakeServer()
  const faults = addFaultInjection(
    app,
    () => ({ error: 'internal_failure', error_description: 'Try again later.' }),
    (path) => path.startsWith('/o/oauth2/'),
  )
  const clientId = `${randomInt(1e11)}-pretend.apps.googleusercontent.com`
  const provider: Provider = {
    clientId,
    clientSecret: `GOCSPX-${randomBytes(21).toString('base64url')}`,
    issuer: '',
    idTokenFault: null,
    idTokens: await createIdTokenIssuer(),
    grants: new Map(),
    authorization: addAuthorizationRoutes(app, {
      path: '/o/oauth2/v2/auth',
      provider: 'Google',
      clientId,
      extras: (grant) => ({
        iss: provider.issuer,
        ...(grant && { scope: grant.scope, authuser: '0', prompt: 'consent' }),
      }),
    }),
  }
  addTokenRoute(app, provider)
  addUserinfoRoute(app, provider)
  app.get('/.well-known/openid-configuration', async () => makeDiscoveryDocument(provider.issuer))
  app.get('/oauth2/v3/certs', async () => provider.idTokens.keys)
  // Only in the fake: lets another process set the fault.
  app.post<{ Body: { fault: IdTokenFault | null } }>('/control/id-token-fault', async (request, reply) => {
    provider.idTokenFault = request.body.fault
    return reply.code(204).send()
  })

  provider.issuer = await listenOnLoopback(app)
  return {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    setIdTokenFault: (fault) => {
      provider.idTokenFault = fault
    },
    decide: provider.authorization.decide,
    fail: faults.fail,
    close: () => app.close(),
  }
}

function addTokenRoute(app: FastifyInstance, provider: Provider): void {
  app.post('/token', async (request, reply) => {
    const form = formFieldsOf(request.body)
    const refuse = (status: number, error: string, description: string) =>
      reply.code(status).send({ error, error_description: description })
    const { id, secret } = clientCredentialsOf(request.headers.authorization, form)
    if (id !== provider.clientId) return refuse(401, 'invalid_client', 'The OAuth client was not found.')
    if (secret !== provider.clientSecret) return refuse(401, 'invalid_client', 'Unauthorized')
    const grantType = form.get('grant_type')
    if (grantType !== 'authorization_code')
      return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`)
    const grant = provider.authorization.redeem(form.get('code'), {
      redirectUri: form.get('redirect_uri'),
      verifier: form.get('code_verifier'),
    })
    if (grant === 'code') return refuse(400, 'invalid_grant', 'Malformed auth code.')
    if (grant === 'redirect') return refuse(400, 'redirect_uri_mismatch', 'Bad Request')
    if (grant === 'verifier') return refuse(400, 'invalid_grant', 'Invalid code verifier.')

    const accessToken = `ya29.${randomBytes(40).toString('base64url')}`
    provider.grants.set(accessToken, grant)
    const idToken = grant.scope.split(' ').includes('openid')
      ? provider.idTokens.issue(claimsOf(grant, accessToken, provider), provider.idTokenFault)
      : null
    return reply.header('cache-control', 'no-store').send({
      access_token: accessToken,
      expires_in: tokenSeconds,
      scope: grant.scope,
      token_type: 'Bearer',
      ...(idToken !== null && { id_token: idToken }),
    })
  })
}

function addUserinfoRoute(app: FastifyInstance, provider: Provider): void {
  app.get('/v1/userinfo', async (request, reply) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const grant = provider.grants.get(token)
    if (grant === undefined) {
      return reply.code(401).send({ error: 'invalid_request', error_description: 'Invalid Credentials' })
    }
    return { sub: grant.person.subject, ...claimsForScope(grant.person, grant.scope) }
  })
}

function claimsOf(grant: Grant, accessToken: string, { issuer, clientId }: Provider): Claims {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    sub: grant.person.subject,
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(grant.nonce !== null && { nonce: grant.nonce }),
    ...claimsForScope(grant.person, grant.scope),
    iat: now,
    exp: now + tokenSeconds + 1,
  }
}

/** The claims of the scope, with Google's names. */
function claimsForScope({ firstName, lastName, email }: Person, scope: string): Record<string, unknown> {
  const scopes = scope.split(' ')
  return {
    ...(scopes.includes('email') && { email, email_verified: true }),
    ...(scopes.includes('profile') && {
      name: `${firstName} ${lastName}`,
      given_name: firstName,
      family_name: lastName,
    }),
  }
}

function makeDiscoveryDocument(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    jwks_uri: `${issuer}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'sub',
    ],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code'],
  }
}
