// The fake Google against openid-client, a certified relying party, which accepts a correct sign-in and refuses each faulty
// ID token.

import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFakeGoogle, type FakeGoogle } from './google.ts'
import { people } from './people.ts'

let google: FakeGoogle
let config: client.Configuration

const redirectUri = 'http://localhost:3000/auth/google/callback'

beforeAll(async () => {
  google = await startFakeGoogle()
  config = await client.discovery(new URL(google.issuer), google.clientId, google.clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
    // Seconds: long enough for a busy machine. Tests of hanging requests take as long.
    timeout: 4,
  })
})
afterAll(() => google.close())
afterEach(() => {
  google.setIdTokenFault(null)
  google.fail(null)
})

type SignInAttempt = { url: URL; checks: client.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string } }

async function beginSignIn(scope = 'openid email profile'): Promise<SignInAttempt> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  return { url, checks }
}

async function finishSignIn({ url, checks }: SignInAttempt, person: string | null = 'ann') {
  const callback = new URL(await google.decide(url.href, person))
  return { callback, tokens: client.authorizationCodeGrant(config, callback, checks) }
}

describe('a sign-in with the fake Google', () => {
  test('a sign-in with the fake Google gives an ID token that openid-client accepts, and userinfo', async () => {
    const { callback, tokens } = await finishSignIn(await beginSignIn())
    expect(callback.href).toContain(redirectUri)
    expect(callback.searchParams.get('iss')).toBe(google.issuer)
    const answer = await tokens
    expect(answer.claims()).toMatchObject({
      iss: google.issuer,
      sub: '100000000000000000101',
      email: 'ann.harker@example.com',
      email_verified: true,
      given_name: 'Ann',
    })
    const info = await client.fetchUserInfo(config, answer.access_token, '100000000000000000101')
    expect(info).toMatchObject({ name: 'Ann Harker' })
  })

  test('the ID token of the fake Google has neither an address nor a name if only the scope openid was requested', async () => {
    const claims = (await (await finishSignIn(await beginSignIn('openid'), 'ben')).tokens).claims()
    expect(claims?.sub).toBe('100000000000000000102')
    expect(claims).not.toHaveProperty('email')
    expect(claims).not.toHaveProperty('email_verified')
    expect(Object.keys(claims ?? {}).filter((name) => name.includes('name'))).toEqual([])
  })

  test('the consent page of the fake Google has a button for each person and carries the state of the request', async () => {
    const { url } = await beginSignIn()
    const page = await (await fetch(url)).text()
    expect(page).toContain('Fakes Google')
    expect(people.length).toBeGreaterThan(1)
    for (const { key } of people) expect(page).toContain(`value="${key}"`)
    expect(page).toContain(`name="state" value="${url.searchParams.get('state')}"`)
  })
})

test('cancelling a sign-in with the fake Google redirects with access_denied and the state', async () => {
  const attempt = await beginSignIn()
  const { callback, tokens } = await finishSignIn(attempt, null)
  await expect(tokens).rejects.toMatchObject({ error: 'access_denied' })
  expect(callback.searchParams.get('state')).toBe(attempt.checks.expectedState)
  expect(callback.searchParams.has('code')).toBe(false)
})

describe('the fake Google refuses', () => {
  test('the fake Google refuses an authorization code that was used before', async () => {
    const attempt = await beginSignIn()
    const { callback, tokens } = await finishSignIn(attempt)
    await tokens
    await expect(client.authorizationCodeGrant(config, callback, attempt.checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('the fake Google refuses a code with a wrong PKCE verifier, and invalidates the code', async () => {
    const attempt = await beginSignIn()
    const callback = new URL(await google.decide(attempt.url.href, 'ann'))
    const wrong = { ...attempt.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
    await expect(client.authorizationCodeGrant(config, callback, wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(client.authorizationCodeGrant(config, callback, attempt.checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('the fake Google refuses a code with another redirect URI', async () => {
    const attempt = await beginSignIn()
    const callback = new URL(await google.decide(attempt.url.href, 'ann'))
    callback.host = 'localhost:4000'
    await expect(client.authorizationCodeGrant(config, callback, attempt.checks)).rejects.toMatchObject({
      error: 'redirect_uri_mismatch',
    })
  })

  test('the fake Google refuses a wrong client secret', async () => {
    const stranger = new client.Configuration(config.serverMetadata(), google.clientId, 'wrong')
    client.allowInsecureRequests(stranger)
    const attempt = await beginSignIn()
    const callback = new URL(await google.decide(attempt.url.href, 'ann'))
    await expect(client.authorizationCodeGrant(stranger, callback, attempt.checks)).rejects.toMatchObject({
      error: 'invalid_client',
    })
  })

  test('the fake Google answers an unknown client or an invalid redirect URI with an error page instead of a redirect', async () => {
    const { url } = await beginSignIn()
    url.searchParams.set('client_id', 'stranger')
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
    url.searchParams.set('client_id', google.clientId)
    url.searchParams.set('redirect_uri', 'javascript:alert(1)')
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
  })

  test('the fake Google refuses the PKCE challenge method plain', async () => {
    const { url } = await beginSignIn()
    url.searchParams.set('code_challenge_method', 'plain')
    const answer = await fetch(url, { redirect: 'manual' })
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
  })
})

describe('openid-client refuses', () => {
  test.each(['nonce', 'audience', 'issuer', 'expired', 'unsigned', 'missing'] as const)(
    'openid-client refuses an ID token with the fault %s',
    async (fault) => {
      google.setIdTokenFault(fault)
      await expect((await finishSignIn(await beginSignIn())).tokens).rejects.toThrow()
    },
  )

  test('openid-client refuses the ID token of an earlier sign-in', async () => {
    await (
      await finishSignIn(await beginSignIn())
    ).tokens
    google.setIdTokenFault('replay')
    await expect((await finishSignIn(await beginSignIn())).tokens).rejects.toThrow()
  })

  test('openid-client with signature checks refuses an ID token that is signed with another key', async () => {
    const strict = new client.Configuration(config.serverMetadata(), google.clientId, google.clientSecret)
    client.allowInsecureRequests(strict)
    client.enableNonRepudiationChecks(strict)
    const sign = async () => {
      const attempt = await beginSignIn()
      const callback = new URL(await google.decide(attempt.url.href, 'ann'))
      return client.authorizationCodeGrant(strict, callback, attempt.checks)
    }
    expect((await sign()).claims()?.sub).toBe('100000000000000000101')
    google.setIdTokenFault('signature')
    await expect(sign()).rejects.toThrow()
  })

  test('a fault of the ID token can be set over HTTP, and openid-client refuses the token', async () => {
    await fetch(`${google.issuer}/control/id-token-fault`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"fault":"nonce"}',
    })
    await expect((await finishSignIn(await beginSignIn())).tokens).rejects.toThrow()
  })
})

test.each([{ kind: 'hang' }, { kind: 'status', status: 500 }, { kind: 'rubbish' }] as const)(
  'the token endpoint of the fake Google fails with $kind while its consent page works',
  async (fault) => {
    google.fail(fault)
    const { tokens } = await finishSignIn(await beginSignIn())
    await expect(tokens).rejects.toThrow()
  },
)
