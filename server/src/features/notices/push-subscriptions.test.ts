// The devices that get push messages, and their end with the session of their browser.

import { expect, test } from 'vitest'
import type { PushDevice } from '@gaffer/domain/push-subscription'
import { runAccountAction } from '#cli/person.ts'
import { subscribePushDevice } from '#testing/notices.ts'
import { signInBySms } from '#testing/sms.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** Signs in from a browser, with the cookies that it has. */
async function signIn(browser: TestClient, phone: string): Promise<void> {
  await server().services.db`delete from code_requests`
  const { post } = browser
  browser.post = (path, body, headers) => post(path, body, { 'user-agent': phoneBrowser, ...headers })
  expect((await signInBySms(browser, phone)).status).toBe(200)
}

async function aPhoneOf({ user }: TestClient): Promise<TestClient> {
  const browser = server().newClient()
  await signIn(browser, user.phone)
  return browser
}

async function devicesOf(client: TestClient): Promise<PushDevice[]> {
  return (await client.get('/api/me/push-subscriptions')).body
}
const idsOf = async (client: TestClient) => (await devicesOf(client)).map(({ id }) => id)

test('the list of push subscriptions names each device of the caller, newest first, and no others', async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  const phone = await aPhoneOf(dee)
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

test('ending the session of another device in the list of sessions ends the push messages of that device only', async () => {
  const dee = await server().createUser()
  const phone = await aPhoneOf(dee)
  const [computer] = [await subscribePushDevice(dee), await subscribePushDevice(phone)]
  const [newest] = (await dee.get('/api/me/sessions')).body
  expect((await dee.delete(`/api/me/sessions/${newest.id}`)).status).toBe(204)
  expect(await idsOf(dee)).toEqual([computer.id])
})

test('a sign-out ends the push messages of its browser only', async () => {
  const dee = await server().createUser()
  const phone = await aPhoneOf(dee)
  const [computer] = [await subscribePushDevice(dee), await subscribePushDevice(phone)]
  expect((await phone.post('/auth/logout')).status).toBe(204)
  expect(await idsOf(dee)).toEqual([computer.id])
})

test('a browser that signs in again keeps its push messages, and ending the new session ends them', async () => {
  const dee = await server().createUser()
  const phone = await aPhoneOf(dee)
  const mobile = await subscribePushDevice(phone)
  await signIn(phone, dee.user.phone)
  expect(await idsOf(dee)).toEqual([mobile.id])
  const [newest] = (await dee.get('/api/me/sessions')).body
  expect((await dee.delete(`/api/me/sessions/${newest.id}`)).status).toBe(204)
  expect(await idsOf(dee)).toEqual([])
})

test("a sign-in of another account in the same browser ends the first account's push messages there", async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  const phone = await aPhoneOf(dee)
  await subscribePushDevice(phone)
  await signIn(phone, other.user.phone)
  expect(await idsOf(dee)).toEqual([])
})

test('the operator command `person … sign-out` ends the push messages of all devices of the account, and no others', async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  for (const browser of [dee, await aPhoneOf(dee), other]) await subscribePushDevice(browser)
  expect(await devicesOf(dee)).toHaveLength(2)
  await runAccountAction(server().services.db, { verb: 'sign-out', phone: dee.user.phone })
  const rows = await server().services.db`select from push_subscriptions where user_id = ${dee.user.id}`
  expect(rows).toEqual([])
  expect(await devicesOf(other)).toHaveLength(1)
})
