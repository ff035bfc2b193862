// Push messages: who gets one, what it contains, and what happens when the push service fails.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import { messageJobs } from '#features/messages/jobs.ts'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import {
  subscribePushDevice,
  waitUntilDueNoticesStored,
  waitForDeliveryOutcomes,
  expectNotices,
  expectPushes,
  setPushFault,
  immediateNoticesEnvironment,
  readNoticesOf,
  readPushesTo,
  createQuietHoursAroundNow,
  type FakePushDevice,
  withQuietHours,
} from '#testing/notices.ts'
import { deliverNotice } from '#testing/messages.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, kit: TestClient
let band: string, kitId: string
let device: FakePushDevice

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  kitId = (await joinBand(ros, band, kit)).id
  device = await subscribePushDevice(kit)
  await waitUntilDueNoticesStored(server())
})
afterEach(() => setPushFault(device, null))

const path = (eventId: string) => `/api/bands/${band}/events/${eventId}`
const groups = (change: object) => ({ groups: { ...defaultNoticeSettings.groups, ...change } })
const push = { push: true, email: false, sms: false }
const nothing = { push: false, email: false, sms: false }

test('a push message that asks for an answer has the notice, the recipient’s membership and the actions Yes and No, and not the name of another band of the recipient', async () => {
  await createTestBand(kit, { name: 'Zebra Canary' })
  const { id: eventId } = await createTestGig(ros, band)
  const [payload] = await expectPushes(device, ['answer.asked'])
  const [notice] = await readNoticesOf(kit)
  expect(payload).toEqual({
    id: notice?.id,
    kind: 'answer.asked',
    title: `${notice?.title} · The Night Buses`,
    body: notice?.body,
    url: `/bands/${band}/events/${eventId}`,
    bandId: band,
    eventId,
    membershipId: kitId,
    actions: ['yes', 'no'],
  })
  expect(JSON.stringify(payload)).not.toContain('Zebra')
})

test('a push message of a change has the title and text of the notice, and no actions', async () => {
  const { id: eventId } = await createTestPractice(ros, band)
  const [payload] = await expectPushes(device, ['event.added'])
  const [notice] = await readNoticesOf(kit)
  expect(payload).toEqual({
    id: notice?.id,
    kind: 'event.added',
    title: `${notice?.title} · The Night Buses`,
    body: 'Ros added it. Place: Unit 4, Elm Road.',
    url: `/bands/${band}/events/${eventId}`,
    bandId: band,
    eventId,
    membershipId: kitId,
    actions: [],
  })
})

test('a push message of a nudge has Yes and No as actions', async () => {
  const { id } = await createTestGig(ros, band)
  await expectPushes(device, ['answer.asked'])
  expect((await ros.post(`${path(id)}/nudge`)).status).toBeLessThan(300)
  const [, payload] = await expectPushes(device, ['answer.asked', 'answer.nudge'])
  expect(payload).toMatchObject({ eventId: id, membershipId: kitId, actions: ['yes', 'no'] })
})

test('a notice is pushed once to each device of the recipient, and to no device of the member who caused it', async () => {
  const [second, own] = [await subscribePushDevice(kit), await subscribePushDevice(ros)]
  await createTestPractice(ros, band)
  await expectPushes(device, ['event.added'])
  await expectPushes(second, ['event.added'])
  expect(await readPushesTo(own)).toEqual([])
})

test('a notice of a group with push, mail and text turned off is listed and not sent, and so is a notice of band news by default', async () => {
  await kit.put('/api/me/notice-settings', groups({ changes: nothing }))
  await createTestPractice(ros, band)
  await expectNotices(kit, ['event.added'])
  await joinBand(ros, band, await server().createUser())
  await expectNotices(kit, ['member.joined', 'event.added'])
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([])
})

test.each([404, 410])(
  'a push subscription whose push service answers %i is deleted, and the other devices get the notice',
  async (status) => {
    const gone = await subscribePushDevice(kit)
    await fetch(`${gone.endpoint}?status=${status}`, { method: 'DELETE' })
    await createTestPractice(ros, band)
    await expectPushes(device, ['event.added'])
    await waitForDeliveryOutcomes(server(), kit)
    const rows = await server().services.db`select id from push_subscriptions where user_id = ${kit.user.id}`
    expect(rows).toEqual([{ id: device.id }])
  },
)

test.each([
  ['500', { kind: 'status', status: 500, times: 2 }],
  ['429 with Retry-After', { kind: 'status', status: 429, retryAfterSeconds: 1, times: 2 }],
  ['503', { kind: 'status', status: 503, times: 1 }],
])('a notice is pushed once after a push service that answers %s recovers', async (_, fault) => {
  await kit.put('/api/me/notice-settings', groups({ changes: push }))
  await setPushFault(device, fault)
  await createTestPractice(ros, band)
  await expectPushes(device, ['event.added'])
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([{ way: 'push', outcome: 'sent' }])
})

test.each([
  ['answers rubbish', { kind: 'rubbish' }],
  ['closes the connection', { kind: 'reset' }],
  ['redirects to another address', { kind: 'redirect', to: 'http://127.0.0.1:1/' }],
  ['answers 403', { kind: 'status', status: 403 }],
])('when the push service %s, the delivery fails and the notice is still listed', async (_, fault) => {
  await kit.put('/api/me/notice-settings', groups({ changes: push }))
  await setPushFault(device, fault)
  await createTestPractice(ros, band)
  await expectNotices(kit, ['event.added'])
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([{ way: 'push', outcome: 'failed' }])
  expect(await readNoticesOf(kit)).toHaveLength(1)
})

test(
  'a push message to a push service that does not respond is recorded as failed after five seconds',
  { timeout: 20_000 },
  async () => {
    await kit.put('/api/me/notice-settings', groups({ changes: push }))
    await setPushFault(device, { kind: 'hang' })
    const began = performance.now()
    await createTestPractice(ros, band)
    await expectNotices(kit, ['event.added'])
    expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([{ way: 'push', outcome: 'failed' }])
    const seconds = (performance.now() - began) / 1000
    expect([seconds > 4.9, seconds < 12]).toEqual([true, true])
  },
)

test('a push message to an https endpoint that does not speak TLS fails, and the notice is still listed', async () => {
  const { db } = server().services
  await kit.put('/api/me/notice-settings', groups({ changes: push }))
  await db`update push_subscriptions set endpoint = replace(endpoint, 'http://', 'https://') where id = ${device.id}`
  await createTestPractice(ros, band)
  await expectNotices(kit, ['event.added'])
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([{ way: 'push', outcome: 'failed' }])
  expect(await readNoticesOf(kit)).toHaveLength(1)
})

/** Makes a notice whose job is not due yet, and returns its id. */
async function createWaitingNotice(make: () => Promise<unknown> = () => createTestGig(ros, band)): Promise<string> {
  await withQuietHours(server(), createQuietHoursAroundNow(), async () => {
    await make()
    await expect.poll(async () => (await readNoticesOf(kit)).length).toBeGreaterThan(0)
  })
  return (await readNoticesOf(kit))[0]?.id as string
}
const deliver = (noticeId: string) => deliverNotice(server().services, noticeId, 'push')
/** How often the device got the notice. */
async function countPushes(noticeId: string): Promise<number> {
  const deliveries = (await (await fetch(`${device.origin}/deliveries`)).json()) as { id: string; count: number }[]
  return deliveries.filter(({ id }) => id === noticeId).reduce((sum, { count }) => sum + count, 0)
}

test('a notice delivered by three parallel jobs and by a later one reaches the device once', async () => {
  const id = await createWaitingNotice()
  await Promise.all([deliver(id), deliver(id), deliver(id)])
  await deliver(id)
  expect(await countPushes(id)).toBe(1)
})

test('a push message is not sent again after a crash between its sending and its recording', async () => {
  const id = await createWaitingNotice()
  await deliver(id)
  expect(await countPushes(id)).toBe(1)
  // What was stored at the moment of the crash: the claim without a result.
  const unrecorded = await server().services.db`
    update outgoing_messages set outcome = null, finished_at = null, is_accepted = false
    where notice_id = ${id} and claimed_devices = array[${device.id}::uuid] returning 1`
  expect(unrecorded).toHaveLength(1)
  await deliver(id)
  expect(await countPushes(id)).toBe(1)
})

test.each([
  ['the recipient was removed', () => ros.delete(`/api/bands/${band}/members/${kitId}`)],
  ['the recipient erased the account', () => kit.delete('/api/me')],
  ['the recipient switched push off', () => kit.put('/api/me/notice-settings', groups({ asked: nothing }))],
  ['the device was removed', () => kit.delete(`/api/me/push-subscriptions/${device.id}`)],
  ['the event was cancelled', async () => ros.patch(path(await readEventId()), { status: 'cancelled' })],
  ['the event was deleted', async () => ros.delete(path(await readEventId()))],
])('a notice is not pushed when %s before its delivery', async (_, change) => {
  const id = await createWaitingNotice()
  expect((await change()).status).toBeLessThan(300)
  await deliver(id)
  expect((await readPushesTo(device)).filter((payload) => payload.id === id)).toEqual([])
})

async function readEventId(): Promise<string> {
  return (await readNoticesOf(kit))[0]?.eventId as string
}

test('in quiet hours the push message of an added event is due when the quiet hours end, and at once if the event starts within 24 hours', async () => {
  const { db } = server().services
  const today = todayInLondon(testClock.now())
  const dueIn = async (id: string) => {
    const [row] =
      await db`select extract(epoch from due_at - ${testClock.now()}::timestamptz)::int as seconds from outgoing_messages
      where notice_id = ${id} and way = 'push'`
    return row?.seconds as number
  }
  const later = await createWaitingNotice(() => createTestPractice(ros, band, { date: addDays(today, 9) }))
  // The quiet hours of the test end in two hours, to the minute.
  const hours = (await dueIn(later)) / 3600
  expect([hours > 1.9, hours <= 2]).toEqual([true, true])
  await db`delete from notices`
  const tonight = await createWaitingNotice(() =>
    createTestPractice(ros, band, { date: today, startTime: '23:30', endTime: null }),
  )
  expect(await dueIn(tonight)).toBeLessThanOrEqual(0)
})

test('a push message with long texts is cut to at most 3,993 bytes', async () => {
  const title = '🎸'.repeat(60)
  await ros.patch(`/api/bands/${band}`, { name: '🥁'.repeat(80) })
  await createTestPractice(ros, band, { title, location: '🎹'.repeat(200) })
  const [payload] = await expectPushes(device, ['event.added'])
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3993)
})

test('push, mail and text deliveries each have their own job queue', () => {
  expect(new Set(Object.values(messageJobs).map(({ name }) => name)).size).toBe(3)
})
