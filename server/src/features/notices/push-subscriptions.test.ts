// Push subscriptions, each of which ends with the session of its browser.

import { expect, test } from 'vitest'
import type { PushDevice } from '@gaffer/domain/notices/push-subscription'
import { runAccountAction } from '#cli/person.ts'
import { purgeExpired } from '#features/operations/retention.ts'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import { waitForMailTo } from '#testing/mail.ts'
import { expectPushes, immediateNoticesEnvironment, readPushesTo, subscribePushDevice } from '#testing/notices.ts'
import { signInBySms } from '#testing/sms.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)
const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** Signs in from a phone's browser, with the cookies that the browser has. */
async function signIn(browser: TestClient, phone: string): Promise<void> {
  await server().services.db`delete from outgoing_messages where purpose = 'sign-in code'`
  const { post } = browser
  browser.post = (path, body, headers) => post(path, body, { 'user-agent': phoneBrowser, ...headers })
  expect((await signInBySms(browser, phone)).status).toBe(200)
}

async function signInOnPhone({ user }: TestClient): Promise<TestClient> {
  const browser = server().newClient()
  await signIn(browser, user.phone)
  return browser
}

async function devicesOf(client: TestClient): Promise<PushDevice[]> {
  return (await client.get('/api/me/push-subscriptions')).body
}
const idsOf = async (client: TestClient) => (await devicesOf(client)).map(({ id }) => id)

test('the list of push subscriptions has the devices of the caller only, newest first, and no deleted subscription', async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  const phone = await signInOnPhone(dee)
  const computer = await subscribePushDevice(dee)
  const mobile = await subscribePushDevice(phone)
  await subscribePushDevice(other)
  expect(await devicesOf(dee)).toEqual([
    { id: mobile.id, device: 'Chrome on Android', createdAt: expect.any(String) },
    { id: computer.id, device: 'Unknown device', createdAt: expect.any(String) },
  ])
  expect((await dee.delete(`/api/me/push-subscriptions/${mobile.id}`)).status).toBe(204)
  expect(await idsOf(phone)).toEqual([computer.id])
})

test('ending the session of another device deletes the push subscription of that device only', async () => {
  const dee = await server().createUser()
  const phone = await signInOnPhone(dee)
  const [computer] = [await subscribePushDevice(dee), await subscribePushDevice(phone)]
  const [newest] = (await dee.get('/api/me/sessions')).body
  expect((await dee.delete(`/api/me/sessions/${newest.id}`)).status).toBe(204)
  expect(await idsOf(dee)).toEqual([computer.id])
})

test('a sign-out deletes the push subscription of its browser only', async () => {
  const dee = await server().createUser()
  const phone = await signInOnPhone(dee)
  const [computer] = [await subscribePushDevice(dee), await subscribePushDevice(phone)]
  expect((await phone.post('/auth/logout')).status).toBe(204)
  expect(await idsOf(dee)).toEqual([computer.id])
})

test('a browser that signs in again keeps its push subscription, and ending the new session deletes the subscription', async () => {
  const dee = await server().createUser()
  const phone = await signInOnPhone(dee)
  const mobile = await subscribePushDevice(phone)
  await signIn(phone, dee.user.phone)
  expect(await idsOf(dee)).toEqual([mobile.id])
  const [newest] = (await dee.get('/api/me/sessions')).body
  expect((await dee.delete(`/api/me/sessions/${newest.id}`)).status).toBe(204)
  expect(await idsOf(dee)).toEqual([])
})

test('a browser gets no push messages once its session has expired, and other browsers still get them', async () => {
  const [owner, dee] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(owner)
  await joinBand(owner, band.id, dee)
  const phone = await signInOnPhone(dee)
  const [computer, mobile] = [await subscribePushDevice(dee), await subscribePushDevice(phone)]
  const [newest] = (await dee.get('/api/me/sessions')).body
  await server().services.db`update sessions set expires_at = ${testClock.now()} where id = ${newest.id}`
  expect(await idsOf(dee)).toEqual([computer.id])
  await createTestGig(owner, band.id)
  await expectPushes(computer, ['answer.asked'])
  expect(await readPushesTo(mobile)).toEqual([])
  await purgeExpired(server().services)
  const rows = await server().services.db`select id from push_subscriptions where user_id = ${dee.user.id}`
  expect(rows).toEqual([{ id: computer.id }])
})

test('a user whose only session with a push subscription has expired is mailed instead', async () => {
  const [owner, dee] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(owner)
  await joinBand(owner, band.id, dee)
  await subscribePushDevice(dee)
  const { db } = server().services
  await db`insert into notice_emails (user_id, email, verified_at) values (${dee.user.id}, 'dee.expired@example.org', ${testClock.now()})`
  await db`update sessions set expires_at = ${testClock.now()} where user_id = ${dee.user.id}`
  await createTestGig(owner, band.id)
  expect((await waitForMailTo(owner, 'dee.expired@example.org')).text).toContain(band.name)
})

test('the eleventh session of an account ends the first one and deletes the push subscription of its browser', async () => {
  const dee = await server().createUser()
  const [first] = [await subscribePushDevice(dee)]
  for (let count = 2; count <= 10; count += 1) await signInOnPhone(dee)
  const latest = await signInOnPhone(dee)
  expect((await dee.get('/api/me')).status).toBe(401)
  expect(await idsOf(latest)).toEqual([])
  const rows = await server().services.db`select from push_subscriptions where id = ${first.id}`
  expect(rows).toEqual([])
})

test('a sign-in of another account in the same browser deletes the push subscription of the first account', async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  const phone = await signInOnPhone(dee)
  await subscribePushDevice(phone)
  await signIn(phone, other.user.phone)
  expect(await idsOf(dee)).toEqual([])
})

test('a push endpoint with which a second account subscribes moves to that account with a new id, and subscribing again keeps the new id', async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  const { body: subscription } = await dee.post('/dev/push-subscriptions', {})
  const subscribe = async (client: TestClient): Promise<string> =>
    (await client.post('/api/me/push-subscriptions', subscription)).body.id
  const first = await subscribe(dee)
  const second = await subscribe(other)
  expect(second).not.toBe(first)
  expect(await subscribe(other)).toBe(second)
  expect([await idsOf(dee), await idsOf(other)]).toEqual([[], [second]])
  expect((await dee.delete(`/api/me/push-subscriptions/${second}`)).status).toBe(404)
  expect(await idsOf(other)).toEqual([second])
})

test('the operator command `person … sign-out` deletes the push subscriptions of all devices of the account, and keeps that of another account', async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  for (const browser of [dee, await signInOnPhone(dee), other]) await subscribePushDevice(browser)
  expect(await devicesOf(dee)).toHaveLength(2)
  const { db, config } = server().services
  await runAccountAction({ db, config, address: server().database }, { verb: 'sign-out', phone: dee.user.phone })
  const rows = await server().services.db`select from push_subscriptions where user_id = ${dee.user.id}`
  expect(rows).toEqual([])
  expect(await devicesOf(other)).toHaveLength(1)
})
