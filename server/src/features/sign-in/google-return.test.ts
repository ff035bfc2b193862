import { beforeEach, describe, expect, test } from 'vitest'
import { createGoogleSignInClient } from '#providers/google.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import {
  authorizeAtFake,
  deleteIdentitiesAndResetGoogle,
  startGoogleSignIn,
  createSignedOutGoogleUser,
  setGoogleFaults,
  signInWithGoogle,
} from '#testing/google.ts'
import { testClock } from '#testing/test-clock.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

beforeEach(() => deleteIdentitiesAndResetGoogle(server()))

const redirectOf = ({ status, headers }: TestResponse) => [status, headers.get('location')]
const withError = (code: string) => [302, `/auth/callback?error=${code}`]
const isSignedIn = async (caller: TestClient) => (await caller.get('/api/me')).status === 200

describe('the Google callback', () => {
  test('one of 20 parallel Google callbacks with the same code signs in; the others and a later repeat get google_expired', async () => {
    const { browser, userId } = await createSignedOutGoogleUser(server(), 'ann')
    const callback = await authorizeAtFake(await startGoogleSignIn(browser), 'ann')
    const secret = browser.cookies.get('gaffer_google') as string
    await server().services.db`delete from sessions where user_id = ${userId}`
    const takers = Array.from({ length: 20 }, () => {
      const taker = server().newClient()
      taker.cookies.set('gaffer_google', secret)
      return taker
    })
    const answers = await Promise.all(takers.map((taker) => taker.get(callback)))
    const ends = answers.map((answer) => answer.headers.get('location'))
    expect(ends.filter((end) => end === '/auth/callback')).toHaveLength(1)
    expect(ends.filter((end) => end === '/auth/callback?error=google_expired')).toHaveLength(19)
    expect(await server().services.db`select from sessions where user_id = ${userId}`).toHaveLength(1)
    expect(redirectOf(await browser.get(callback))).toEqual(withError('google_expired'))
  })

  test('the Google callback is refused in another browser and accepted afterwards in the browser that started the sign-in', async () => {
    const { browser } = await createSignedOutGoogleUser(server(), 'ann')
    const callback = await authorizeAtFake(await startGoogleSignIn(browser), 'ann')
    expect(redirectOf(await server().newClient().get(callback))).toEqual(withError('google_expired'))
    const other = server().newClient()
    await startGoogleSignIn(other)
    expect(redirectOf(await other.get(callback))).toEqual(withError('google_expired'))
    expect(await isSignedIn(other)).toBe(false)
    expect(redirectOf(await browser.get(callback))).toEqual([302, '/auth/callback'])
  })

  test('the Google callback is refused when its state is missing, malformed or from another browser', async () => {
    const { browser } = await createSignedOutGoogleUser(server(), 'ann')
    const [mine, theirs] = [new URL('http://x'), new URL('http://x')]
    mine.href = `http://x${await authorizeAtFake(await startGoogleSignIn(browser), 'ann')}`
    theirs.href = `http://x${await authorizeAtFake(await startGoogleSignIn(server().newClient()), 'ben')}`
    mine.searchParams.set('state', theirs.searchParams.get('state') ?? '')
    expect(redirectOf(await browser.get(mine.pathname + mine.search))).toEqual(withError('google_expired'))
    for (const query of ['', '?state=', '?code=x', '?state=a&state=b', '?error=access_denied', '?state[]=x']) {
      expect(redirectOf(await browser.get(`/auth/google/callback${query}`))).toEqual(withError('google_expired'))
    }
    expect(await isSignedIn(browser)).toBe(false)
  })

  test("the Google callback is refused when its authorisation code is from another browser's sign-in", async () => {
    const { browser } = await createSignedOutGoogleUser(server(), 'ann')
    const mine = new URL(`http://x${await authorizeAtFake(await startGoogleSignIn(browser), 'ann')}`)
    const theirs = new URL(`http://x${await authorizeAtFake(await startGoogleSignIn(server().newClient()), 'ben')}`)
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(redirectOf(await browser.get(mine.pathname + mine.search))).toEqual(withError('google_failed'))
  })

  test('a Google sign-in in progress expires after ten minutes', async () => {
    const { browser } = await createSignedOutGoogleUser(server(), 'ann')
    const callback = await authorizeAtFake(await startGoogleSignIn(browser), 'ann')
    const { db } = server().services
    const [row] = await db<{ seconds: number }[]>`
      select extract(epoch from max(expires_at) - ${testClock.now()})::float8 as seconds
      from oauth_states where provider = 'google'`
    expect(Math.round((row?.seconds ?? 0) / 60)).toBe(10)
    await db`update oauth_states set expires_at = ${testClock.now()} where provider = 'google'`
    expect(redirectOf(await browser.get(callback))).toEqual(withError('google_expired'))
  })

  test('a cancelled Google sign-in redirects with google_cancelled, and any other provider error redirects with google_failed', async () => {
    const browser = server().newClient()
    expect(redirectOf(await signInWithGoogle(browser, null))).toEqual(withError('google_cancelled'))
    const callback = new URL(`http://x${await authorizeAtFake(await startGoogleSignIn(browser), null)}`)
    callback.searchParams.set('error', '<script>alert(1)</script>')
    expect(redirectOf(await browser.get(callback.pathname + callback.search))).toEqual(withError('google_failed'))
  })
})

test.each(['nonce', 'audience', 'issuer', 'expired', 'signature', 'unsigned', 'missing', 'replay'])(
  'an ID token with the fault "%s" is rejected, and no session begins',
  async (tokenFault) => {
    const { browser } = await createSignedOutGoogleUser(server(), 'ann')
    await signInWithGoogle(server().newClient(), 'ben')
    const address = await startGoogleSignIn(browser)
    const callback = await authorizeAtFake(address, 'ann')
    await setGoogleFaults(address, { tokenFault })
    expect(redirectOf(await browser.get(callback))).toEqual(withError('google_failed'))
    expect(await isSignedIn(browser)).toBe(false)
  },
)

test.each([{ kind: 'hang' }, { kind: 'status', status: 500 }, { kind: 'rubbish' }, { kind: 'reset' }])(
  'a Google token request that fails (%o) redirects with google_unavailable',
  async (fault) => {
    const { browser } = await createSignedOutGoogleUser(server(), 'ann')
    const { services } = server()
    const address = await startGoogleSignIn(browser)
    const { origin: issuer, searchParams } = address
    const patient = services.google
    services.google = createGoogleSignInClient({
      issuer,
      clientId: searchParams.get('client_id') ?? '',
      clientSecret: 's',
      // Long enough for the discovery request on a busy machine.
      timeoutMs: 1500,
    })
    try {
      const callback = await authorizeAtFake(await startGoogleSignIn(browser), 'ann')
      await setGoogleFaults(address, { fault })
      expect(redirectOf(await browser.get(callback))).toEqual(withError('google_unavailable'))
    } finally {
      services.google = patient
    }
  },
)

test('without Google credentials in the configuration, sign-in and callback redirect with google_not_configured', async () => {
  const { services } = server()
  const configured = services.google
  services.google = null
  try {
    for (const path of ['/auth/google', '/auth/google/callback?state=a&code=b']) {
      expect(redirectOf(await server().newClient().get(path))).toEqual(withError('google_not_configured'))
    }
  } finally {
    services.google = configured
  }
})

test('on https the cookie of a Google sign-in has the __Host- prefix, Secure and Max-Age=600', async () => {
  const https = await startTestServer({ PUBLIC_URL: 'https://gaffer.example' })
  try {
    const { headers } = await https.newClient().get('/auth/google')
    expect(headers.getSetCookie().join()).toMatch(
      /^__Host-gaffer_google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const redirect = new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')
    expect(redirect).toBe('https://gaffer.example/auth/google/callback')
    expect(headers.get('cache-control')).toBe('no-store')
  } finally {
    await https.stop()
  }
})
