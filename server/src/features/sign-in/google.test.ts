import { beforeEach, describe, expect, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { listColumnMatches } from '#testing/columns.ts'
import { deleteIdentitiesAndResetGoogle, createSignedOutGoogleUser, signInWithGoogle } from '#testing/google.ts'
import { signInBySms } from '#testing/sms.ts'
import { testClock } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

beforeEach(() => deleteIdentitiesAndResetGoogle(server()))

const redirectOf = ({ status, headers }: TestResponse) => [status, headers.get('location')]
const withError = (code: string) => [302, `/auth/callback?error=${code}`]
const isSignedIn = async (caller: TestClient) => (await caller.get('/api/me')).status === 200

describe('an unlinked Google identity', () => {
  test('a sign-in with an unlinked Google identity creates no account; after a phone sign-in with consent, the identity signs in to the account of that phone number', async () => {
    const { user } = await server().createUser()
    const { db } = server().services
    const listAccounts = () => db`select id from users order by id`
    const before = await listAccounts()
    const browser = server().newClient()
    expect(redirectOf(await signInWithGoogle(browser, 'ann'))).toEqual(withError('google_needs_phone'))
    expect(await isSignedIn(browser)).toBe(false)
    expect(await listAccounts()).toEqual(before)

    const subject = '100000000000000000101'
    const signedIn = await signInBySms(browser, user.phone, { linkGoogle: true })
    expect(signedIn.body.user).toMatchObject({ id: user.id, externalId: subject })
    expect((await browser.get('/api/me')).body.user.externalId).toBe(subject)

    const elsewhere = server().newClient()
    expect(redirectOf(await signInWithGoogle(elsewhere, 'ann'))).toEqual([302, '/auth/callback'])
    expect((await elsewhere.get('/api/me')).body.user.id).toBe(user.id)
  })

  test('a Google identity is linked to the new account of a browser that holds an invitation', async () => {
    const owner = await server().createUser()
    const band = await createTestBand(owner)
    const { inviteLink } = (await owner.post(`/api/bands/${band.id}/invites/general`)).body
    const newcomer = server().newClient()
    await newcomer.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
    expect(redirectOf(await signInWithGoogle(newcomer, 'ben'))).toEqual(withError('google_needs_phone'))
    expect((await signInBySms(newcomer, nextTestPhone(), { linkGoogle: true })).body).toMatchObject({
      joinedBandId: band.id,
      user: { externalId: '100000000000000000102' },
    })
  })

  test('a pending Google identity expires after ten minutes; it is not linked by a sign-in in another browser, after its expiry or after a sign-out', async () => {
    const { user } = await server().createUser()
    const { db } = server().services
    const countIdentities = async () => (await db`select from identities`).length
    const signIn = async (browser: TestClient) => {
      await db`delete from outgoing_messages where purpose = 'sign-in code'`
      expect((await signInBySms(browser, user.phone, { linkGoogle: true })).status).toBe(200)
    }
    const browser = server().newClient()
    await signInWithGoogle(browser, 'ann')
    const [row] = await db<{ minutes: number }[]>`
      select extract(epoch from max(expires_at) - ${testClock.now()})::float8 / 60 as minutes from pending_identities`
    expect(Math.round(row?.minutes ?? 0)).toBe(10)
    await signIn(server().newClient())
    expect(await countIdentities()).toBe(0)

    await db`update pending_identities set expires_at = ${testClock.now()}`
    await signIn(browser)
    expect(await countIdentities()).toBe(0)

    await signInWithGoogle(browser, 'ann')
    await browser.post('/auth/logout')
    await signIn(browser)
    expect(await countIdentities()).toBe(0)
  })

  test('a Google identity that was linked elsewhere in the meantime is not linked to a second account', async () => {
    const other = await server().createUser()
    const early = server().newClient()
    await signInWithGoogle(early, 'ann')
    const { userId } = await createSignedOutGoogleUser(server(), 'ann')
    expect((await early.get('/auth/pending-identity')).body).toBeNull()
    await signInBySms(early, other.user.phone, { linkGoogle: true })
    const rows = await server().services.db<{ user_id: string }[]>`select user_id from identities`
    expect(rows.map((row) => row.user_id)).toEqual([userId])
  })

  test('an account can have two Google identities, and a sign-in with either of them opens that account', async () => {
    const { browser, userId, phone } = await createSignedOutGoogleUser(server(), 'ann')
    await signInWithGoogle(browser, 'cara')
    await server().services.db`delete from outgoing_messages where purpose = 'sign-in code'`
    await signInBySms(browser, phone, { linkGoogle: true })
    for (const person of ['ann', 'cara'] as const) {
      const visitor = server().newClient()
      await signInWithGoogle(visitor, person)
      expect((await visitor.get('/api/me')).body.user).toMatchObject({
        id: userId,
        externalId: '100000000000000000101',
      })
    }
  })

  test('a Google identity does not match a stored identity with the same subject and another issuer', async () => {
    const { user } = await server().createUser()
    await server().services.db`
      insert into identities (issuer, subject, user_id, attached_at)
      values ('https://accounts.example.com', '100000000000000000101', ${user.id}, ${testClock.now()})`
    expect(redirectOf(await signInWithGoogle(server().newClient(), 'ann'))).toEqual(withError('google_needs_phone'))
  })

  test('a Google identity does not match an account by its email address', async () => {
    const { user } = await server().createUser()
    await server().services.db`update users set email = 'ann.harker@example.com' where id = ${user.id}`
    expect(redirectOf(await signInWithGoogle(server().newClient(), 'ann'))).toEqual(withError('google_needs_phone'))
    await server().services.db`update users set email = null where id = ${user.id}`
  })
})

describe('a pending Google identity', () => {
  const readPending = async (caller: TestClient) => (await caller.get('/auth/pending-identity')).body

  test('a pending Google identity is shown with a masked email address, and only to its own browser', async () => {
    const browser = server().newClient()
    expect(await readPending(browser)).toBeNull()
    await signInWithGoogle(browser, 'cara')
    const answer = await browser.get('/auth/pending-identity')
    expect([answer.status, answer.body]).toEqual([200, { provider: 'google', email: 'c•••@example.com' }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await readPending(server().newClient())).toBeNull()
    expect(await listColumnMatches(server(), ['cara.lindqvist'])).toEqual([])
  })

  test.each([{ linkGoogle: false }, {}])(
    'a phone sign-in with %j deletes the pending Google identity and does not link it',
    async (consent) => {
      const { user } = await server().createUser()
      const browser = server().newClient()
      await signInWithGoogle(browser, 'ann')
      expect((await signInBySms(browser, user.phone, consent)).body.user.externalId).toBeNull()
      expect(await server().services.db`select from pending_identities`).toHaveLength(0)
      expect(redirectOf(await signInWithGoogle(server().newClient(), 'ann'))).toEqual(withError('google_needs_phone'))
    },
  )

  test('after DELETE /auth/pending-identity a copy of its cookie neither shows nor links the Google identity', async () => {
    const { user } = await server().createUser()
    const browser = server().newClient()
    await signInWithGoogle(browser, 'ann')
    const secret = browser.cookies.get('gaffer_identity') as string
    expect((await browser.delete('/auth/pending-identity')).status).toBe(204)
    expect(browser.cookies.has('gaffer_identity')).toBe(false)
    browser.cookies.set('gaffer_identity', secret)
    expect(await readPending(browser)).toBeNull()
    expect((await signInBySms(browser, user.phone, { linkGoogle: true })).body.user.externalId).toBeNull()
  })

  test('an expired pending Google identity is not shown', async () => {
    const browser = server().newClient()
    await signInWithGoogle(browser, 'ann')
    await server().services.db`update pending_identities set expires_at = ${testClock.now()}`
    expect(await readPending(browser)).toBeNull()
  })
})

describe('linked identities', () => {
  test('linked Google identities are listed with masked email addresses, and an identity that was unlinked no longer signs in', async () => {
    const { browser, userId } = await createSignedOutGoogleUser(server(), 'cara')
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
    expect(redirectOf(await signInWithGoogle(server().newClient(), 'cara'))).toEqual(withError('google_needs_phone'))
    expect((await browser.delete(`/api/me/identities/${body[0].id}`)).status).toBe(404)
  })

  test("a user can neither list nor unlink another user's identity", async () => {
    const { browser } = await createSignedOutGoogleUser(server(), 'cara')
    await signInWithGoogle(browser, 'cara')
    const [{ id }] = (await browser.get('/api/me/identities')).body
    const other = await server().createUser()
    expect((await other.get('/api/me/identities')).body).toEqual([])
    expect((await other.delete(`/api/me/identities/${id}`)).status).toBe(404)
    expect((await browser.get('/api/me/identities')).body).toHaveLength(1)
  })
})

describe('a linked Google identity', () => {
  test('each Google sign-in sets a new session cookie, and the account keeps at most ten sessions', async () => {
    const { browser, userId } = await createSignedOutGoogleUser(server(), 'dev')
    const tokens = new Set<string>()
    for (let time = 0; time < 11; time += 1) {
      const answer = await signInWithGoogle(server().newClient(), 'dev')
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
    const [row] = await server().services.db<{ sessions: number }[]>`
      select (select count(*)::int from sessions where user_id = ${userId}) as sessions`
    expect(row?.sessions).toBe(10)
  })

  test('a Google sign-in accepts the invitation held by the browser and redirects with joinedBandId and returnTo', async () => {
    const { browser } = await createSignedOutGoogleUser(server(), 'dev')
    const owner = await server().createUser()
    const band = await createTestBand(owner)
    const { inviteLink } = (await owner.post(`/api/bands/${band.id}/invites/general`)).body
    await browser.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
    expect(redirectOf(await signInWithGoogle(browser, 'dev', '/calendar?month=2027-03'))).toEqual([
      302,
      `/auth/callback?joinedBandId=${band.id}&returnTo=%2Fcalendar%3Fmonth%3D2027-03`,
    ])
    expect((await browser.get('/api/me')).body.bands).toMatchObject([{ bandId: band.id }])
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'a Google sign-in ignores the unsafe returnTo %j',
    async (returnTo) => {
      const { browser } = await createSignedOutGoogleUser(server(), 'dev')
      expect(redirectOf(await signInWithGoogle(browser, 'dev', returnTo))).toEqual([302, '/auth/callback'])
    },
  )
})
