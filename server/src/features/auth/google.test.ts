// Signing in with Google over real HTTP, against a pretend provider that can lie, fail and be answered twice.

import { beforeEach, describe, expect, test } from 'vitest'
import { aBand } from '#testing/builders.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import { chooseAtGoogle, goToGoogle, misbehave, signInWithGoogle, type GooglePerson } from '#testing/google.ts'
import { signInBySms } from '#testing/sms.ts'
import { aPhone, startWorld, useWorld } from '#testing/world.ts'
import { googleSignIn } from '#outside/google.ts'

const world = useWorld()

beforeEach(async () => {
  await world().deps.db`delete from identities`
  await world().deps.db`delete from code_requests`
  await misbehave(await goToGoogle(world().stranger()), {})
})

const where = ({ status, headers }: Answer) => [status, headers.get('location')]
const problem = (code: string) => [302, `/auth/callback?error=${code}`]
const isSignedIn = async (caller: Caller) => (await caller.get('/api/me')).status === 200

/** Somebody whose account holds the Google identity, in a browser that is signed out. */
async function known(person: GooglePerson): Promise<{ browser: Caller; userId: string; phone: string }> {
  const { user } = await world().person()
  const browser = world().stranger()
  await signInWithGoogle(browser, person)
  await signInBySms(browser, user.phone)
  await browser.post('/auth/logout')
  return { browser, userId: user.id, phone: user.phone }
}

describe('an identity that no account holds', () => {
  test('makes none: it waits for a phone, and from then on it is a key to that account', async () => {
    const { user } = await world().person()
    const browser = world().stranger()
    expect(where(await signInWithGoogle(browser, 'ann'))).toEqual(problem('google_needs_phone'))
    expect(await isSignedIn(browser)).toBe(false)

    const subject = '100000000000000000101'
    expect((await signInBySms(browser, user.phone)).body.user).toMatchObject({ id: user.id, externalId: subject })
    expect((await browser.get('/api/me')).body.user.externalId).toBe(subject)

    const elsewhere = world().stranger()
    expect(where(await signInWithGoogle(elsewhere, 'ann'))).toEqual([302, '/auth/callback'])
    expect((await elsewhere.get('/api/me')).body.user.id).toBe(user.id)
  })

  test('comes along when an invitation makes the account', async () => {
    const owner = await world().person()
    const band = await aBand(owner)
    const { inviteLink } = (await owner.post(`/api/bands/${band.id}/invites/general`)).body
    const newcomer = world().stranger()
    await newcomer.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
    expect(where(await signInWithGoogle(newcomer, 'ben'))).toEqual(problem('google_needs_phone'))
    expect((await signInBySms(newcomer, aPhone())).body).toMatchObject({
      joinedBandId: band.id,
      user: { externalId: '100000000000000000102' },
    })
  })

  test('waits in its own browser only, for an hour, and not past a sign-out', async () => {
    const { user } = await world().person()
    const { db } = world().deps
    const attached = async () => (await db`select from identities`).length
    const signIn = async (browser: Caller) => {
      await db`delete from code_requests`
      expect((await signInBySms(browser, user.phone)).status).toBe(200)
    }
    const browser = world().stranger()
    await signInWithGoogle(browser, 'ann')
    const [row] = await db<{ minutes: number }[]>`
      select extract(epoch from max(expires_at) - now())::float8 / 60 as minutes from waiting_identities`
    expect(Math.round(row?.minutes ?? 0)).toBe(60)
    await signIn(world().stranger())
    expect(await attached()).toBe(0)

    await db`update waiting_identities set expires_at = now()`
    await signIn(browser)
    expect(await attached()).toBe(0)

    await signInWithGoogle(browser, 'ann')
    await browser.post('/auth/logout')
    await signIn(browser)
    expect(await attached()).toBe(0)
  })

  test('never moves to another account', async () => {
    const other = await world().person()
    const early = world().stranger()
    await signInWithGoogle(early, 'ann')
    const { userId } = await known('ann')
    await signInBySms(early, other.user.phone)
    const rows = await world().deps.db<{ user_id: string }[]>`select user_id from identities`
    expect(rows.map((row) => row.user_id)).toEqual([userId])
  })

  test('can be the second one of an account', async () => {
    const { browser, userId, phone } = await known('ann')
    await signInWithGoogle(browser, 'cara')
    await world().deps.db`delete from code_requests`
    await signInBySms(browser, phone)
    for (const person of ['ann', 'cara'] as const) {
      const visitor = world().stranger()
      await signInWithGoogle(visitor, person)
      expect((await visitor.get('/api/me')).body.user).toMatchObject({
        id: userId,
        externalId: '100000000000000000101',
      })
    }
  })

  test('is not known by its subject alone: that means something with its issuer only', async () => {
    const { user } = await world().person()
    await world().deps.db`
      insert into identities (issuer, subject, user_id)
      values ('https://accounts.example.com', '100000000000000000101', ${user.id})`
    expect(where(await signInWithGoogle(world().stranger(), 'ann'))).toEqual(problem('google_needs_phone'))
  })

  test('is not known by its email address', async () => {
    const { user } = await world().person()
    await world().deps.db`update users set email = 'ann.harker@example.com' where id = ${user.id}`
    expect(where(await signInWithGoogle(world().stranger(), 'ann'))).toEqual(problem('google_needs_phone'))
    await world().deps.db`update users set email = null where id = ${user.id}`
  })
})

describe('a known identity', () => {
  test('signs in with a session like any other: a new token, a known browser, ten at most', async () => {
    const { browser, userId } = await known('dev')
    const tokens = new Set<string>()
    for (let time = 0; time < 11; time += 1) {
      const answer = await signInWithGoogle(world().stranger(), 'dev')
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('gaffer_session=')) ?? ''
      for (const attribute of ['Max-Age=604800', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
        expect(cookie).toContain(attribute)
      }
      tokens.add(cookie.split(';')[0] ?? '')
    }
    expect(tokens.size).toBe(11)
    await signInWithGoogle(browser, 'dev')
    const first = browser.cookies.get('gaffer_session')
    await signInWithGoogle(browser, 'dev')
    expect(browser.cookies.get('gaffer_session')).not.toBe(first)
    const [row] = await world().deps.db<{ sessions: number }[]>`
      select (select count(*)::int from sessions where user_id = ${userId}) as sessions`
    expect(row?.sessions).toBe(10)
  })

  test('joins the band whose invitation this browser holds, and goes back to where it came from', async () => {
    const { browser } = await known('dev')
    const owner = await world().person()
    const band = await aBand(owner)
    const { inviteLink } = (await owner.post(`/api/bands/${band.id}/invites/general`)).body
    await browser.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
    expect(where(await signInWithGoogle(browser, 'dev', '/calendar?month=2027-03'))).toEqual([
      302,
      `/auth/callback?joinedBandId=${band.id}&returnTo=%2Fcalendar%3Fmonth%3D2027-03`,
    ])
    expect((await browser.get('/api/me')).body.bands).toMatchObject([{ bandId: band.id }])
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'is not sent on to %j',
    async (returnTo) => {
      const { browser } = await known('dev')
      expect(where(await signInWithGoogle(browser, 'dev', returnTo))).toEqual([302, '/auth/callback'])
    },
  )
})

describe('the way back', () => {
  test('works once, however often and however much at once it is taken', async () => {
    const { browser, userId } = await known('ann')
    const callback = await chooseAtGoogle(await goToGoogle(browser), 'ann')
    const secret = browser.cookies.get('gaffer_google') as string
    await world().deps.db`delete from sessions where user_id = ${userId}`
    const takers = Array.from({ length: 20 }, () => {
      const taker = world().stranger()
      taker.cookies.set('gaffer_google', secret)
      return taker
    })
    const answers = await Promise.all(takers.map((taker) => taker.get(callback)))
    const ends = answers.map((answer) => answer.headers.get('location'))
    expect(ends.filter((end) => end === '/auth/callback')).toHaveLength(1)
    expect(ends.filter((end) => end === '/auth/callback?error=google_expired')).toHaveLength(19)
    expect(await world().deps.db`select from sessions where user_id = ${userId}`).toHaveLength(1)
    expect(where(await browser.get(callback))).toEqual(problem('google_expired'))
  })

  test('is closed to a browser that did not set out, and stays open to the one that did', async () => {
    const { browser } = await known('ann')
    const callback = await chooseAtGoogle(await goToGoogle(browser), 'ann')
    expect(where(await world().stranger().get(callback))).toEqual(problem('google_expired'))
    const other = world().stranger()
    await goToGoogle(other)
    expect(where(await other.get(callback))).toEqual(problem('google_expired'))
    expect(await isSignedIn(other)).toBe(false)
    expect(where(await browser.get(callback))).toEqual([302, '/auth/callback'])
  })

  test('wants the state that went out', async () => {
    const { browser } = await known('ann')
    const [mine, theirs] = [new URL('http://x'), new URL('http://x')]
    mine.href = `http://x${await chooseAtGoogle(await goToGoogle(browser), 'ann')}`
    theirs.href = `http://x${await chooseAtGoogle(await goToGoogle(world().stranger()), 'ben')}`
    mine.searchParams.set('state', theirs.searchParams.get('state') ?? '')
    expect(where(await browser.get(mine.pathname + mine.search))).toEqual(problem('google_expired'))
    for (const query of ['', '?state=', '?code=x', '?state=a&state=b', '?error=access_denied', '?state[]=x']) {
      expect(where(await browser.get(`/auth/google/callback${query}`))).toEqual(problem('google_expired'))
    }
    expect(await isSignedIn(browser)).toBe(false)
  })

  test("does not take somebody else's code", async () => {
    const { browser } = await known('ann')
    const mine = new URL(`http://x${await chooseAtGoogle(await goToGoogle(browser), 'ann')}`)
    const theirs = new URL(`http://x${await chooseAtGoogle(await goToGoogle(world().stranger()), 'ben')}`)
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(where(await browser.get(mine.pathname + mine.search))).toEqual(problem('google_failed'))
  })

  test('closes after ten minutes', async () => {
    const { browser } = await known('ann')
    const callback = await chooseAtGoogle(await goToGoogle(browser), 'ann')
    const { db } = world().deps
    const [row] = await db<{ seconds: number }[]>`
      select extract(epoch from max(expires_at) - now())::float8 as seconds from google_journeys`
    expect(Math.round((row?.seconds ?? 0) / 60)).toBe(10)
    await db`update google_journeys set expires_at = now()`
    expect(where(await browser.get(callback))).toEqual(problem('google_expired'))
  })

  test('says when somebody cancelled, and repeats no other word of the provider', async () => {
    const browser = world().stranger()
    expect(where(await signInWithGoogle(browser, null))).toEqual(problem('google_cancelled'))
    const callback = new URL(`http://x${await chooseAtGoogle(await goToGoogle(browser), null)}`)
    callback.searchParams.set('error', '<script>alert(1)</script>')
    expect(where(await browser.get(callback.pathname + callback.search))).toEqual(problem('google_failed'))
  })
})

test.each(['nonce', 'audience', 'issuer', 'expired', 'signature', 'unsigned', 'missing', 'replay'])(
  'an ID token with a false %s signs nobody in',
  async (lie) => {
    const { browser } = await known('ann')
    await signInWithGoogle(world().stranger(), 'ben')
    const address = await goToGoogle(browser)
    const callback = await chooseAtGoogle(address, 'ann')
    await misbehave(address, { lie })
    expect(where(await browser.get(callback))).toEqual(problem('google_failed'))
    expect(await isSignedIn(browser)).toBe(false)
  },
)

test.each([{ kind: 'hang' }, { kind: 'status', status: 500 }, { kind: 'rubbish' }, { kind: 'reset' }])(
  'a provider that fails (%o) is said to be out of reach, in time',
  async (fault) => {
    const { browser } = await known('ann')
    const { deps } = world()
    const address = await goToGoogle(browser)
    const { origin: issuer, searchParams } = address
    const patient = deps.google
    deps.google = googleSignIn({
      issuer,
      clientId: searchParams.get('client_id') ?? '',
      clientSecret: 's',
      timeoutMs: 300,
    })
    try {
      const callback = await chooseAtGoogle(await goToGoogle(browser), 'ann')
      await misbehave(address, { fault })
      expect(where(await browser.get(callback))).toEqual(problem('google_unavailable'))
    } finally {
      deps.google = patient
    }
  },
)

test('where the operator has set up no Google, it says so', async () => {
  const { deps } = world()
  const configured = deps.google
  deps.google = null
  try {
    for (const path of ['/auth/google', '/auth/google/callback?state=a&code=b']) {
      expect(where(await world().stranger().get(path))).toEqual(problem('google_not_configured'))
    }
  } finally {
    deps.google = configured
  }
})

test('on https its cookie is bound to the host', async () => {
  const https = await startWorld({ PUBLIC_URL: 'https://gaffer.example' })
  try {
    const { headers } = await https.stranger().get('/auth/google')
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
