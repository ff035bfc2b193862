// The fake Google against openid-client, a certified relying party: an honest sign-in works, and every
// lie and every short cut is noticed.

import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFakeGoogle, type FakeGoogle } from './google.ts'

let google: FakeGoogle
let config: client.Configuration

const redirectUri = 'http://localhost:3000/auth/google/callback'

beforeAll(async () => {
  google = await startFakeGoogle()
  config = await client.discovery(new URL(google.issuer), google.clientId, google.clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
    // Time enough for a busy machine; what hangs is waited for as long.
    timeout: 4,
  })
})
afterAll(() => google.close())
afterEach(() => {
  google.lie(null)
  google.fail(null)
})

type Attempt = { url: URL; checks: client.AuthorizationCodeGrantChecks & { pkceCodeVerifier: string } }

async function begin(scope = 'openid email profile'): Promise<Attempt> {
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

async function finish({ url, checks }: Attempt, person: string | null = 'ann') {
  const callback = new URL(await google.decide(url.href, person))
  return { callback, tokens: client.authorizationCodeGrant(config, callback, checks) }
}

describe('an honest sign-in', () => {
  test('ends with a token that the client accepts, and userinfo', async () => {
    const { callback, tokens } = await finish(await begin())
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

  test('tells no more than was asked', async () => {
    const claims = (await (await finish(await begin('openid'), 'ben')).tokens).claims()
    expect(claims?.sub).toBe('100000000000000000102')
    expect(claims).not.toHaveProperty('email')
    expect(claims).not.toHaveProperty('name')
  })

  test('goes through a page with the people on it', async () => {
    const { url } = await begin()
    const page = await (await fetch(url)).text()
    expect(page).toContain('Fakes Google')
    expect(page).toContain('value="cara"')
    expect(page).toContain(`name="state" value="${url.searchParams.get('state')}"`)
  })
})

test('cancelling comes back as access_denied with the state', async () => {
  const attempt = await begin()
  const { callback, tokens } = await finish(attempt, null)
  await expect(tokens).rejects.toMatchObject({ error: 'access_denied' })
  expect(callback.searchParams.get('state')).toBe(attempt.checks.expectedState)
  expect(callback.searchParams.has('code')).toBe(false)
})

describe('a short cut is refused:', () => {
  test('a code used twice', async () => {
    const attempt = await begin()
    const { callback, tokens } = await finish(attempt)
    await tokens
    await expect(client.authorizationCodeGrant(config, callback, attempt.checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('a code with another verifier, which uses it up', async () => {
    const attempt = await begin()
    const callback = new URL(await google.decide(attempt.url.href, 'ann'))
    const wrong = { ...attempt.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
    await expect(client.authorizationCodeGrant(config, callback, wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(client.authorizationCodeGrant(config, callback, attempt.checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('a code at another redirect address', async () => {
    const attempt = await begin()
    const callback = new URL(await google.decide(attempt.url.href, 'ann'))
    callback.host = 'localhost:4000'
    await expect(client.authorizationCodeGrant(config, callback, attempt.checks)).rejects.toMatchObject({
      error: 'redirect_uri_mismatch',
    })
  })

  test('a wrong secret', async () => {
    const stranger = new client.Configuration(config.serverMetadata(), google.clientId, 'wrong')
    client.allowInsecureRequests(stranger)
    const attempt = await begin()
    const callback = new URL(await google.decide(attempt.url.href, 'ann'))
    await expect(client.authorizationCodeGrant(stranger, callback, attempt.checks)).rejects.toMatchObject({
      error: 'invalid_client',
    })
  })

  test('an unknown client or a redirect address that is none, shown and not sent there', async () => {
    const { url } = await begin()
    url.searchParams.set('client_id', 'stranger')
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
    url.searchParams.set('client_id', google.clientId)
    url.searchParams.set('redirect_uri', 'javascript:alert(1)')
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
  })

  test('a plain challenge', async () => {
    const { url } = await begin()
    url.searchParams.set('code_challenge_method', 'plain')
    const answer = await fetch(url, { redirect: 'manual' })
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
  })
})

describe('a lie is noticed:', () => {
  test.each(['nonce', 'audience', 'issuer', 'expired', 'unsigned', 'missing'] as const)('%s', async (lie) => {
    google.lie(lie)
    await expect((await finish(await begin())).tokens).rejects.toThrow()
  })

  test('a token of the sign-in before', async () => {
    await (
      await finish(await begin())
    ).tokens
    google.lie('replay')
    await expect((await finish(await begin())).tokens).rejects.toThrow()
  })

  test('a signature by another key, when the client looks at it', async () => {
    const strict = new client.Configuration(config.serverMetadata(), google.clientId, google.clientSecret)
    client.allowInsecureRequests(strict)
    client.enableNonRepudiationChecks(strict)
    const sign = async () => {
      const attempt = await begin()
      const callback = new URL(await google.decide(attempt.url.href, 'ann'))
      return client.authorizationCodeGrant(strict, callback, attempt.checks)
    }
    expect((await sign()).claims()?.sub).toBe('100000000000000000101')
    google.lie('signature')
    await expect(sign()).rejects.toThrow()
  })

  test('asked for by another process', async () => {
    await fetch(`${google.issuer}/control/lie`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"lie":"nonce"}',
    })
    await expect((await finish(await begin())).tokens).rejects.toThrow()
  })
})

test.each([{ kind: 'hang' }, { kind: 'status', status: 500 }, { kind: 'rubbish' }] as const)(
  'it can fail at the back while the page still works: $kind',
  async (fault) => {
    google.fail(fault)
    const { tokens } = await finish(await begin())
    await expect(tokens).rejects.toThrow()
  },
)
