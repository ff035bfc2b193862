// A known browser signed in to the account before: its requests have their own rate limit.

import { beforeEach, expect, test } from 'vitest'
import type { TestClient } from '#testing/test-client.ts'
import { signInBySms } from '#testing/sms.ts'
import { ago, fromNow, testClock } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ SMS_PER_ADDRESS_HOUR: '10' })
let phone: string, known: TestClient

const requestCode = (caller: TestClient, number = phone) => caller.post('/auth/phone/send-code', { phone: number })

/** Stores ten code requests for the number from the IP address of the tests, which uses up the limits of both. */
async function storeTenStrangerRequests(): Promise<void> {
  await server().services.db`
    insert into outgoing_messages (id, way, purpose, recipient, network_address, is_requested, created_at, counted_at)
    select gen_random_uuid(), 'text', 'sign-in code', ${phone}, '127.0.0.1', true, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz - make_interval(mins => n)
    from generate_series(0, 9) n`
}

/** Moves all code requests into the past by this interval. */
const passTime = (interval: string) =>
  server().services.db.query(`update outgoing_messages set counted_at = counted_at - interval '${interval}'`)

beforeEach(async () => {
  await server().services.db`delete from outgoing_messages where purpose = 'sign-in code'`
  phone = (await server().createUser()).user.phone
  known = server().newClient()
  await signInBySms(known, phone)
  // The code request of this sign-in came from a browser that was not yet known, and counts as such.
  await server().services.db`delete from outgoing_messages where purpose = 'sign-in code'`
})

test('a known browser can sign in while unknown browsers have exhausted the limits of its number, its IP address and wrong codes', async () => {
  await storeTenStrangerRequests()
  await server().services.db`
    insert into phone_failures (phone, failures, updated_at, locked_until)
    values (${phone}, 20, ${testClock.now()}, ${fromNow({ days: 1 })})`
  const stranger = await requestCode(server().newClient())
  expect(stranger.status).toBe(429)
  // The oldest of the ten requests is nine minutes old.
  const minutes = 24 * 60 - Number(stranger.headers.get('retry-after')) / 60
  expect([minutes > 8.5, minutes <= 9]).toEqual([true, true])
  const elsewhere = await requestCode(server().newClient(), nextTestPhone())
  expect(elsewhere.status).toBe(429)
  const wait = Number(elsewhere.headers.get('retry-after')) / 60
  expect([wait > 50, wait <= 51]).toEqual([true, true])
  expect((await signInBySms(known, phone)).status).toBe(200)
})

test('a browser known for one account counts as unknown for another number', async () => {
  const other = await server().createUser()
  phone = other.user.phone
  await storeTenStrangerRequests()
  expect((await requestCode(known)).status).toBe(429)
})

test('a browser whose last sign-in was 91 days ago counts as unknown when it requests a code, and after 89 days as known', async () => {
  await storeTenStrangerRequests()
  await server().services.db`update known_browsers set signed_in_at = ${ago({ days: 91 })}`
  expect((await requestCode(known)).status).toBe(429)
  await server().services.db`update known_browsers set signed_in_at = ${ago({ days: 89 })}`
  expect((await requestCode(known)).status).toBe(202)
})

test('a known browser may request three codes in 15 minutes, and they do not count for unknown browsers', async () => {
  const statuses = []
  for (let one = 0; one < 4; one += 1) {
    statuses.push((await requestCode(known)).status)
    await passTime('31 seconds')
  }
  expect(statuses).toEqual([202, 202, 202, 429])
  expect((await requestCode(server().newClient())).status).toBe(202)
})
