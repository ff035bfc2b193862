import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSecret } from '#platform/keys.ts'
import { createTestBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { recordRequestStatements } from '#testing/recorded-statements.ts'
import { codeIn, waitForTextTo, signInBySms, toWrongCode } from '#testing/sms.ts'
import { ago, fromNow, testClock } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

async function requestCode(phone: string, caller: TestClient, count = 1): Promise<string> {
  await server().services.db`delete from outgoing_messages where purpose = 'sign-in code' and recipient = ${phone}`
  const answer = await caller.post('/auth/phone/send-code', { phone })
  expect(answer.status).toBe(202)
  return codeIn(await waitForTextTo(caller, phone, count))
}

const verify = (caller: TestClient, phone: string, code: string) =>
  caller.post('/auth/phone/verify-code', { phone, code })

async function createInvitation(owner: TestClient): Promise<{ token: string; bandId: string }> {
  const band = await createTestBand(owner)
  const { body } = await owner.post(`/api/bands/${band.id}/invites/general`)
  return { token: body.inviteLink.split('/invite/')[1], bandId: band.id }
}

test('the right sign-in code returns a seven-day session cookie, a 15-minute bearer token and the user', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  const answer = await signInBySms(browser, user.phone)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ joinedBandId: null, user: { id: user.id } })
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('gaffer_session='))
  for (const attribute of ['Max-Age=604800', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
    expect(cookie).toContain(attribute)
  }
  expect((await browser.get('/api/me')).body.user.id).toBe(user.id)
  const bearer = { authorization: `Bearer ${answer.body.accessToken}` }
  expect((await server().newClient().get('/api/me', bearer)).body.user.id).toBe(user.id)
  const minutes = (Date.parse(answer.body.expiresAt) - testClock.now().getTime()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15)
})

test('a sign-in code works only once', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  const code = await requestCode(user.phone, browser)
  const flow = browser.cookies.get('gaffer_flow') as string
  expect((await verify(browser, user.phone, code)).status).toBe(200)
  browser.cookies.set('gaffer_flow', flow)
  expect((await verify(browser, user.phone, code)).status).toBe(401)
})

test('a sign-in code works only in the browser that requested it', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  const code = await requestCode(user.phone, browser)
  expect((await verify(server().newClient(), user.phone, code)).status).toBe(401)
  const other = server().newClient()
  await requestCode(user.phone, other, 2)
  expect((await verify(other, user.phone, code)).status).toBe(401)
})

test('an expired sign-in code is refused with 401', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  const code = await requestCode(user.phone, browser)
  await server().services.db`update phone_codes set expires_at = ${testClock.now()} where phone = ${user.phone}`
  const answer = await verify(browser, user.phone, code)
  expect([answer.status, answer.body.message]).toEqual([401, 'Please check your code and try again'])
})

test('a sign-in code is stored only as an HMAC with the server’s key and expires after ten minutes', async () => {
  const { user } = await server().createUser()
  const code = await requestCode(user.phone, server().newClient())
  const [row] = await server().services.db<
    { bytes: number; minutes: number; whole: string; id: string; mac: Buffer }[]
  >`
    select id, code_mac as mac, octet_length(code_mac) as bytes, c::text as whole,
      extract(epoch from expires_at - created_at)::float8 / 60 as minutes
    from phone_codes c where phone = ${user.phone}`
  expect(row).toMatchObject({ bytes: 32, minutes: 10 })
  expect(row?.whole).not.toContain(code)
  const { keys } = server().services
  expect(row?.mac).toEqual(createHmac('sha256', keys.code).update(`${row?.id}\n${code}`).digest())
})

test('of fifty parallel wrong sign-in codes five are counted, and the right code is refused afterwards', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  const code = await requestCode(user.phone, browser)
  const flow = { gaffer_flow: browser.cookies.get('gaffer_flow') as string }
  const guesses = Array.from({ length: 50 }, async () => {
    const one = server().newClient()
    one.cookies.set('gaffer_flow', flow.gaffer_flow)
    return (await verify(one, user.phone, toWrongCode(code))).status
  })
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
  const [row] = await server().services.db<{ attempts: number; failures: number }[]>`
    select attempts, (select failures from phone_failures where phone = ${user.phone}) as failures
    from phone_codes where phone = ${user.phone}`
  expect(row).toEqual({ attempts: 5, failures: 5 })
  expect((await verify(browser, user.phone, code)).status).toBe(401)
})

test('ten wrong sign-in codes lock the number for an hour, even for a new code, but not for a known browser', async () => {
  const { user } = await server().createUser()
  const known = server().newClient()
  expect((await signInBySms(known, user.phone)).status).toBe(200)
  const stranger = server().newClient()
  let sent = 1
  for (let round = 0; round < 2; round += 1) {
    const code = await requestCode(user.phone, stranger, (sent += 1))
    for (let guess = 0; guess < 5; guess += 1) await verify(stranger, user.phone, toWrongCode(code))
  }
  const fresh = await requestCode(user.phone, stranger, (sent += 1))
  expect((await verify(stranger, user.phone, fresh)).status).toBe(401)
  const [lock] = await server().services.db<{ minutes: number }[]>`
    select extract(epoch from locked_until - ${testClock.now()})::float8 / 60 as minutes from phone_failures where phone = ${user.phone}`
  expect(Math.round(lock?.minutes ?? 0)).toBe(60)

  const good = await requestCode(user.phone, known, (sent += 1))
  expect((await verify(known, user.phone, good)).status).toBe(200)
  const rows = await server().services.db`select from phone_failures where phone = ${user.phone}`
  expect(rows).toHaveLength(0)
})

test('the check of a wrong code runs the same SQL statements for an unknown number as for a registered one, also after ten wrong codes have locked the number', async () => {
  const [{ user }, browser] = [await server().createUser(), server().newClient()]
  const statementsFor = async (phone: string) => {
    const texts: string[] = []
    for (let round = 0; round < 3; round += 1) {
      await server().services.db`delete from outgoing_messages where purpose = 'sign-in code' and recipient = ${phone}`
      expect((await browser.post('/auth/phone/send-code', { phone })).status).toBe(202)
      // An unknown number gets no text.
      const code = phone === user.phone ? codeIn(await waitForTextTo(browser, phone, round + 1)) : '123456'
      for (let guess = 0; guess < 5; guess += 1) {
        const statements = await recordRequestStatements(server(), () => verify(browser, phone, toWrongCode(code)))
        texts.push(statements.map(({ text }) => text).join(';'))
      }
    }
    return texts
  }
  const [registered, unknown] = [await statementsFor(user.phone), await statementsFor(nextTestPhone())]
  expect(unknown).toEqual(registered)
  const counted = registered.map((texts) => /insert into phone_failures/.test(texts))
  expect(counted).toEqual(registered.map((_, guess) => guess < 10))
})

test('a browser cannot sign in to a locked number 91 days after its last sign-in, and can sign in 89 days after it', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  await signInBySms(browser, user.phone)
  const { db } = server().services
  await db`
    insert into phone_failures (phone, failures, updated_at, locked_until)
    values (${user.phone}, 10, ${testClock.now()}, ${fromNow({ hours: 1 })})`
  const statuses: number[] = []
  for (const [count, days] of [91, 89].entries()) {
    await db`
      update known_browsers set signed_in_at = ${ago({ days })} where user_id = ${user.id}`
    statuses.push((await verify(browser, user.phone, await requestCode(user.phone, browser, count + 2))).status)
  }
  expect(statuses).toEqual([401, 200])
})

test('a sign-in replaces a known-browser cookie that the client made up, and keeps one that the server issued', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  const chosen = 'chosen-by-the-client-chosen-by-the-client-1'
  browser.cookies.set('gaffer_browser', chosen)
  expect((await signInBySms(browser, user.phone)).status).toBe(200)
  const made = browser.cookies.get('gaffer_browser') as string
  expect(made).not.toBe(chosen)
  const remembered = await server().services.db<{ hash: Buffer }[]>`
    select browser_hash as hash from known_browsers where user_id = ${user.id}`
  expect(remembered.map(({ hash }) => hash.toString('hex'))).toEqual([hashSecret(made).toString('hex')])

  const { db } = server().services
  await db`delete from outgoing_messages where purpose = 'sign-in code' and recipient = ${user.phone}`
  expect((await signInBySms(browser, user.phone)).status).toBe(200)
  expect(browser.cookies.get('gaffer_browser')).toBe(made)
})

test('wrong codes in a known browser lock that browser for an hour and do not count for unknown browsers', async () => {
  const { user } = await server().createUser()
  const known = server().newClient()
  await signInBySms(known, user.phone)
  let sent = 1
  for (let round = 0; round < 2; round += 1) {
    const code = await requestCode(user.phone, known, (sent += 1))
    for (let guess = 0; guess < 5; guess += 1) await verify(known, user.phone, toWrongCode(code))
  }

  const { db } = server().services
  const [lock] = await db<{ minutes: number }[]>`
    select extract(epoch from locked_until - ${testClock.now()})::float8 / 60 as minutes from known_browsers where user_id = ${user.id}`
  expect(Math.round(lock?.minutes ?? 0)).toBe(60)
  expect((await verify(known, user.phone, await requestCode(user.phone, known, (sent += 1)))).status).toBe(401)
  expect(await db`select from phone_failures where phone = ${user.phone}`).toEqual([])
  const elsewhere = server().newClient()
  expect((await verify(elsewhere, user.phone, await requestCode(user.phone, elsewhere, (sent += 1)))).status).toBe(200)

  await db`update known_browsers set locked_until = ${testClock.now()} where user_id = ${user.id} and failures > 0`
  expect((await verify(known, user.phone, await requestCode(user.phone, known, (sent += 1)))).status).toBe(200)
  expect(await db`select from known_browsers where user_id = ${user.id} and failures > 0`).toEqual([])
})

test('the twentieth wrong sign-in code locks the number for a day', async () => {
  const { user } = await server().createUser()
  await server().services.db`
    insert into phone_failures (phone, failures, updated_at) values (${user.phone}, 19, ${testClock.now()})`
  const stranger = server().newClient()
  const code = await requestCode(user.phone, stranger)
  await verify(stranger, user.phone, toWrongCode(code))
  const [lock] = await server().services.db<{ hours: number }[]>`
    select extract(epoch from locked_until - ${testClock.now()})::float8 / 3600 as hours from phone_failures where phone = ${user.phone}`
  expect(Math.round(lock?.hours ?? 0)).toBe(24)
})

test('a phone sign-in in a browser that holds an invitation creates an account and joins the band', async () => {
  const owner = await server().createUser()
  const { token, bandId } = await createInvitation(owner)
  const newcomer = server().newClient()
  await newcomer.post('/auth/invite', { token })
  const answer = await signInBySms(newcomer, nextTestPhone())
  expect(answer.body).toMatchObject({ joinedBandId: bandId, user: { profileCompleted: false, platformAdmin: false } })
  const me = await newcomer.get('/api/me')
  expect(me.body.bands).toMatchObject([{ bandId, access: 'member', status: 'active', displayName: 'New member' }])
  await newcomer.put('/api/me', { firstName: 'Kit', lastName: 'Olu', displayName: 'Kit' })
  expect((await newcomer.get('/api/me')).body.bands[0].displayName).toBe('Kit')
})

test('a sign-in is refused with 401 and creates no account if the invitation was revoked after the code was sent', async () => {
  const owner = await server().createUser()
  const { token } = await createInvitation(owner)
  const newcomer = server().newClient()
  await newcomer.post('/auth/invite', { token })
  const phone = nextTestPhone()
  const code = await requestCode(phone, newcomer)
  await server().services.db`update invitations set revoked_at = ${testClock.now()}`
  expect((await verify(newcomer, phone, code)).status).toBe(401)
  expect(await server().services.db`select from users where phone = ${phone}`).toHaveLength(0)
})

test('a sign-in of an account with more than ten sessions leaves ten, among them the new one', async () => {
  const { user } = await server().createUser()
  const { db } = server().services
  for (let one = 0; one < 12; one += 1) {
    await db`insert into sessions (id, token_hash, user_id, expires_at, created_at, last_seen_at)
      values (gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), ${user.id}, ${fromNow({ days: 1 })}, ${ago({ hours: 1 })},
        ${testClock.now()})`
  }
  const browser = server().newClient()
  await signInBySms(browser, user.phone)
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from sessions where user_id = ${user.id}`
  expect([row?.count, (await browser.get('/api/me')).status]).toEqual([10, 200])
})
