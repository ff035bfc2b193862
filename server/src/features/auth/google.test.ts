// Google as a second key over real HTTP: what an identity opens, what it waits for, and what it never does.

import { beforeEach, describe, expect, test } from 'vitest'
import { aBand } from '#testing/builders.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import { findTraces } from '#testing/columns.ts'
import { forgetGoogle, knownToGoogle, signInWithGoogle } from '#testing/google.ts'
import { signInBySms } from '#testing/sms.ts'
import { aPhone, useWorld } from '#testing/world.ts'

const world = useWorld()

beforeEach(() => forgetGoogle(world()))

const where = ({ status, headers }: Answer) => [status, headers.get('location')]
const problem = (code: string) => [302, `/auth/callback?error=${code}`]
const isSignedIn = async (caller: Caller) => (await caller.get('/api/me')).status === 200

describe('an identity that no account holds', () => {
  test('makes none: it waits for a phone, and from then on it is a key to that account', async () => {
    const { user } = await world().person()
    const browser = world().stranger()
    expect(where(await signInWithGoogle(browser, 'ann'))).toEqual(problem('google_needs_phone'))
    expect(await isSignedIn(browser)).toBe(false)

    const subject = '100000000000000000101'
    const signedIn = await signInBySms(browser, user.phone, { linkGoogle: true })
    expect(signedIn.body.user).toMatchObject({ id: user.id, externalId: subject })
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
    expect((await signInBySms(newcomer, aPhone(), { linkGoogle: true })).body).toMatchObject({
      joinedBandId: band.id,
      user: { externalId: '100000000000000000102' },
    })
  })

  test('waits in its own browser only, for ten minutes, and not past a sign-out', async () => {
    const { user } = await world().person()
    const { db } = world().deps
    const attached = async () => (await db`select from identities`).length
    const signIn = async (browser: Caller) => {
      await db`delete from code_requests`
      expect((await signInBySms(browser, user.phone, { linkGoogle: true })).status).toBe(200)
    }
    const browser = world().stranger()
    await signInWithGoogle(browser, 'ann')
    const [row] = await db<{ minutes: number }[]>`
      select extract(epoch from max(expires_at) - now())::float8 / 60 as minutes from waiting_identities`
    expect(Math.round(row?.minutes ?? 0)).toBe(10)
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
    const { userId } = await knownToGoogle(world(), 'ann')
    expect((await early.get('/auth/pending-identity')).body).toBeNull()
    await signInBySms(early, other.user.phone, { linkGoogle: true })
    const rows = await world().deps.db<{ user_id: string }[]>`select user_id from identities`
    expect(rows.map((row) => row.user_id)).toEqual([userId])
  })

  test('can be the second one of an account', async () => {
    const { browser, userId, phone } = await knownToGoogle(world(), 'ann')
    await signInWithGoogle(browser, 'cara')
    await world().deps.db`delete from code_requests`
    await signInBySms(browser, phone, { linkGoogle: true })
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

describe('an identity that waits for consent', () => {
  const pending = async (caller: Caller) => (await caller.get('/auth/pending-identity')).body

  test('is shown to its own browser with a masked address, and to no other', async () => {
    const browser = world().stranger()
    expect(await pending(browser)).toBeNull()
    await signInWithGoogle(browser, 'cara')
    const answer = await browser.get('/auth/pending-identity')
    expect([answer.status, answer.body]).toEqual([200, { provider: 'google', email: 'c•••@example.com' }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await pending(world().stranger())).toBeNull()
    expect(await findTraces(world(), ['cara.lindqvist'])).toEqual([])
  })

  test.each([{ linkGoogle: false }, {}])('is dropped by a sign-in with %j and never linked', async (consent) => {
    const { user } = await world().person()
    const browser = world().stranger()
    await signInWithGoogle(browser, 'ann')
    expect((await signInBySms(browser, user.phone, consent)).body.user.externalId).toBeNull()
    expect(await world().deps.db`select from waiting_identities`).toHaveLength(0)
    expect(where(await signInWithGoogle(world().stranger(), 'ann'))).toEqual(problem('google_needs_phone'))
  })

  test('is gone after DELETE /auth/pending-identity, also for a copy of its cookie', async () => {
    const { user } = await world().person()
    const browser = world().stranger()
    await signInWithGoogle(browser, 'ann')
    const secret = browser.cookies.get('gaffer_identity') as string
    expect((await browser.delete('/auth/pending-identity')).status).toBe(204)
    expect(browser.cookies.has('gaffer_identity')).toBe(false)
    browser.cookies.set('gaffer_identity', secret)
    expect(await pending(browser)).toBeNull()
    expect((await signInBySms(browser, user.phone, { linkGoogle: true })).body.user.externalId).toBeNull()
  })

  test('is not shown once its ten minutes are over', async () => {
    const browser = world().stranger()
    await signInWithGoogle(browser, 'ann')
    await world().deps.db`update waiting_identities set expires_at = now()`
    expect(await pending(browser)).toBeNull()
  })
})

describe('the list of linked identities', () => {
  test('names each by its masked address, and a removed one signs in no more', async () => {
    const { browser, userId } = await knownToGoogle(world(), 'cara')
    await signInWithGoogle(browser, 'cara')
    const { status, body } = await browser.get('/api/me/identities')
    const linkedAt = expect.stringMatching(/^\d{4}-.*Z$/)
    expect([status, body]).toEqual([
      200,
      [{ id: expect.any(String), provider: 'google', email: 'c•••@example.com', linkedAt }],
    ])
    expect((await browser.delete(`/api/me/identities/${body[0].id}`)).status).toBe(204)
    expect((await browser.get('/api/me/identities')).body).toEqual([])
    expect((await browser.get('/api/me')).body.user).toMatchObject({ id: userId, externalId: null })
    expect(where(await signInWithGoogle(world().stranger(), 'cara'))).toEqual(problem('google_needs_phone'))
    expect((await browser.delete(`/api/me/identities/${body[0].id}`)).status).toBe(404)
  })

  test("does not reach another person's identity", async () => {
    const { browser } = await knownToGoogle(world(), 'cara')
    await signInWithGoogle(browser, 'cara')
    const [{ id }] = (await browser.get('/api/me/identities')).body
    const other = await world().person()
    expect((await other.get('/api/me/identities')).body).toEqual([])
    expect((await other.delete(`/api/me/identities/${id}`)).status).toBe(404)
    expect((await browser.get('/api/me/identities')).body).toHaveLength(1)
  })
})

describe('a known identity', () => {
  test('signs in with a session like any other: a new token, a known browser, ten at most', async () => {
    const { browser, userId } = await knownToGoogle(world(), 'dev')
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
    const { browser } = await knownToGoogle(world(), 'dev')
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
      const { browser } = await knownToGoogle(world(), 'dev')
      expect(where(await signInWithGoogle(browser, 'dev', returnTo))).toEqual([302, '/auth/callback'])
    },
  )
})
