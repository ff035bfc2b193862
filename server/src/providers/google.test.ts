// The Google client against a fake provider with invalid tokens, errors and delays.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFakeGoogle, type FakeGoogle } from '@gaffer/fakes/google'
import { newSecret } from '#platform/keys.ts'
import { createGoogleSignInClient, type GoogleSignInClient, type GoogleSignInAttempt } from './google.ts'

let fake: FakeGoogle
let google: GoogleSignInClient

beforeAll(async () => {
  fake = await startFakeGoogle()
  google = createClient(fake)
})
afterAll(() => fake.close())
afterEach(() => {
  fake.setIdTokenFault(null)
  fake.fail(null)
})

/** A client with the default timeout. */
function createClient({ issuer, clientId, clientSecret }: FakeGoogle): GoogleSignInClient {
  return createGoogleSignInClient({ issuer, clientId, clientSecret })
}

/** A client with a short timeout that has loaded the discovery document. */
async function createHastyClient({ issuer, clientId, clientSecret }: FakeGoogle): Promise<GoogleSignInClient> {
  const client = createGoogleSignInClient({ issuer, clientId, clientSecret, timeoutMs: 1000 })
  await expect.poll(() => client.authorizationUrl(createAttempt()).catch(() => null)).not.toBeNull()
  return client
}

function createAttempt(): GoogleSignInAttempt {
  const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()]
  return { redirectUri: 'http://localhost:3000/auth/google/callback', state, nonce, codeVerifier }
}

async function answerOf(attempt: GoogleSignInAttempt, client = google): Promise<URLSearchParams> {
  return new URL(await fake.decide(await client.authorizationUrl(attempt), 'ann')).searchParams
}

test('the Google authorisation request has the scopes openid and email, state, nonce and PKCE', async () => {
  const attempt = createAttempt()
  const { searchParams } = new URL(await google.authorizationUrl(attempt))
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: fake.clientId,
    response_type: 'code',
    redirect_uri: attempt.redirectUri,
    scope: 'openid email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('a valid Google callback gives issuer, subject and a masked email address', async () => {
  const attempt = createAttempt()
  const answer = await answerOf(attempt)
  expect([...answer.keys()].sort()).toEqual(['authuser', 'code', 'iss', 'prompt', 'scope', 'state'])
  expect(await google.identify(attempt, answer)).toEqual({
    issuer: fake.issuer,
    subject: '100000000000000000101',
    maskedEmail: 'a•••@example.com',
  })
})

test.each(['nonce', 'audience', 'issuer', 'expired', 'signature', 'unsigned', 'missing', 'replay'] as const)(
  'an ID token with the fault "%s" is refused',
  async (fault) => {
    const before = createAttempt()
    await google.identify(before, await answerOf(before))
    const attempt = createAttempt()
    const answer = await answerOf(attempt)
    fake.setIdTokenFault(fault)
    await expect(google.identify(attempt, answer)).rejects.toMatchObject({ service: 'google', failure: 'refused' })
  },
)

test('a Google callback with another state, issuer or code verifier or with a used code is refused', async () => {
  const attempt = createAttempt()
  const answer = await answerOf(attempt)
  const refused = { failure: 'refused' }
  await expect(google.identify({ ...attempt, state: newSecret() }, answer)).rejects.toMatchObject(refused)
  const elsewhere = new URLSearchParams(answer)
  elsewhere.set('iss', 'https://accounts.example.com')
  await expect(google.identify(attempt, elsewhere)).rejects.toMatchObject(refused)
  await google.identify(attempt, answer)
  await expect(google.identify(attempt, answer)).rejects.toMatchObject(refused)
  const other = createAttempt()
  const otherAnswer = await answerOf(other)
  await expect(google.identify({ ...other, codeVerifier: newSecret() }, otherAnswer)).rejects.toMatchObject(refused)
})

test.each([
  [{ kind: 'hang' }, 'ambiguous'],
  [{ kind: 'stall' }, 'ambiguous'],
  [{ kind: 'huge' }, 'ambiguous'],
  [{ kind: 'rubbish' }, 'ambiguous'],
  [{ kind: 'reset' }, 'ambiguous'],
  [{ kind: 'redirect', to: 'http://localhost:1/' }, 'ambiguous'],
  [{ kind: 'status', status: 500 }, 'ambiguous'],
  [{ kind: 'status', status: 429 }, 'busy'],
] as const)('the Google token request with the fault %o fails within 4.5 s as "%s"', async (fault, failure) => {
  const hasty = await createHastyClient(fake)
  const attempt = createAttempt()
  const answer = await answerOf(attempt)
  fake.fail(fault)
  const began = performance.now()
  await expect(hasty.identify(attempt, answer)).rejects.toMatchObject({ failure })
  // Less than the default timeout.
  expect(performance.now() - began).toBeLessThan(4500)
})

test('a failed request for Google’s discovery document is repeated at the next call, and a successful request is cached', async () => {
  const fresh = createClient(fake)
  fake.fail({ kind: 'status', status: 503 })
  await expect(fresh.authorizationUrl(createAttempt())).rejects.toMatchObject({ failure: 'ambiguous' })
  fake.fail(null)
  await fresh.authorizationUrl(createAttempt())
  fake.fail({ kind: 'hang' })
  await fresh.authorizationUrl(createAttempt())
})

test('authorizationUrl fails as "unreachable" if the Google issuer refuses connections', async () => {
  const gone = await startFakeGoogle()
  await gone.close()
  await expect(createClient(gone).authorizationUrl(createAttempt())).rejects.toMatchObject({ failure: 'unreachable' })
})
