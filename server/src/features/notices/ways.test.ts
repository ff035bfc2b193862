// Mails and texts instead of push messages.

import { beforeEach, expect, test } from 'vitest'
import { addDays, londonWallClock, todayInLondon } from '@gaffer/domain/shared/dates'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import { countSmsSegments } from '@gaffer/domain/messages/sms-segments'
import { createTestBand, createTestPractice, joinBand } from '#testing/builders.ts'
import { readMailsTo } from '#testing/mail.ts'
import {
  subscribePushDevice,
  waitUntilDueNoticesStored,
  waitForDeliveryOutcomes,
  expectNotices,
  setPushFault,
  immediateNoticesEnvironment,
  createQuietHoursAroundNow,
  readNoticesOf,
  withQuietHours,
} from '#testing/notices.ts'
import { deliverNotice } from '#testing/messages.ts'
import { readTextsTo } from '#testing/sms.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ ...immediateNoticesEnvironment, SMS_NOTICES: '1', SMS_PER_DAY: '8' })

const today = todayInLondon(testClock.now())
const tomorrow = addDays(today, 1)
const later = addDays(tomorrow, 20)
const anHourAgo = londonWallClock(ago({ hours: 1 }).getTime()).time
let ros: TestClient, kit: TestClient
let band: string, address: string

beforeEach(async () => {
  const { db } = server().services
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  address = `kit${kit.user.id}@example.org`
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  await joinBand(ros, band, kit)
  await db`insert into notice_emails (user_id, email, verified_at) values (${kit.user.id}, ${address}, ${testClock.now()})`
  await db`update outgoing_messages set claimed_at = null, counted_at = null where way = 'text'`
  await waitUntilDueNoticesStored(server())
})

const path = (eventId: string) => `/api/bands/${band}/events/${eventId}`
const readTexts = () => readTextsTo(kit, kit.user.phone)
const countMails = async () => (await readMailsTo(kit, address)).length
const chooseTexts = () =>
  kit.put('/api/me/notice-settings', {
    groups: { ...defaultNoticeSettings.groups, changes: { push: true, email: false, sms: true } },
  })

test('a member without a push device gets a notice by mail', async () => {
  await createTestPractice(ros, band, { date: later })
  await expectNotices(kit, ['event.added'])
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([{ way: 'email', outcome: 'sent' }])
  expect(await countMails()).toBe(1)
})

test('a notice whose push message was accepted is not sent by mail', async () => {
  await subscribePushDevice(kit)
  await createTestPractice(ros, band, { date: later })
  await expectNotices(kit, ['event.added'])
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([{ way: 'push', outcome: 'sent' }])
  expect(await countMails()).toBe(0)
})

test('the notice of a new event that starts within 24 hours is sent by push and mail', async () => {
  await subscribePushDevice(kit)
  const { date, time: startTime } = londonWallClock(fromNow({ hours: 12 }).getTime())
  await createTestPractice(ros, band, { date, startTime, endTime: null })
  await expectNotices(kit, ['event.added'])
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([
    { way: 'email', outcome: 'sent' },
    { way: 'push', outcome: 'sent' },
  ])
  expect(await countMails()).toBe(1)
})

test.each([
  ['closes the connection', { kind: 'reset' }],
  ['answers 400', { kind: 'status', status: 400 }],
])('a notice is sent by one mail instead when the push service %s', async (_, fault) => {
  const device = await subscribePushDevice(kit)
  await setPushFault(device, fault)
  await createTestPractice(ros, band, { date: later })
  await expectNotices(kit, ['event.added'])
  await expect.poll(countMails).toBe(1)
  await setPushFault(device, null)
  expect(await waitForDeliveryOutcomes(server(), kit)).toEqual([
    { way: 'email', outcome: 'sent' },
    { way: 'push', outcome: 'failed' },
  ])
})

test('a cancellation within 48 hours is texted in one segment to a member without a device who chose texts', async () => {
  await chooseTexts()
  const { id } = await createTestPractice(ros, band, { date: tomorrow })
  await expectNotices(kit, ['event.added'])
  expect(await readTexts()).toEqual([])
  await ros.patch(path(id), { status: 'cancelled' })
  await expectNotices(kit, ['event.cancelled', 'event.added'])
  await expect.poll(readTexts).toHaveLength(1)
  const [text] = await readTexts()
  expect(text).toMatch(/^The Night Buses: Practice cancelled: .*, 7 PM/)
  expect(countSmsSegments(text as string)).toBe(1)
})

test.each([
  ['an all-day event of today', 'cancelled', { startTime: null, endTime: null }, { status: 'cancelled' }],
  ['an event that began an hour ago', 'moved', { startTime: anHourAgo, endTime: null }, { date: tomorrow }],
])('a member without a device who chose texts gets a text when %s is %s', async (_, verb, times, changes) => {
  await chooseTexts()
  const { id } = await createTestPractice(ros, band, { date: today, ...times })
  await expectNotices(kit, ['event.added'])
  await ros.patch(path(id), changes)
  await expect.poll(readTexts).toEqual([expect.stringContaining(`Practice ${verb}: `)])
})

test.each([
  ['has a push device', tomorrow, () => subscribePushDevice(kit)],
  ['switched texts off', tomorrow, () => kit.put('/api/me/notice-settings', { groups: defaultNoticeSettings.groups })],
  ['has three weeks until the event', later, async () => undefined],
])('a member who %s gets no text message of a cancellation', async (_, date, prepare) => {
  await chooseTexts()
  await prepare()
  const { id } = await createTestPractice(ros, band, { date })
  await expectNotices(kit, ['event.added'])
  await ros.patch(path(id), { status: 'cancelled' })
  await expectNotices(kit, ['event.cancelled', 'event.added'])
  await waitForDeliveryOutcomes(server(), kit)
  expect(await readTexts()).toEqual([])
})

test.each([
  ['cancelled event links to its page', 'patch', (id: string) => `/bands/${band}/events/${id}`],
  ['deleted event links to the calendar of its band', 'delete', () => `/calendar?band=${band}`],
] as const)('the text of a %s, if text and link fit into one segment', async (_, method, pageOf) => {
  await chooseTexts()
  // With a longer name the text leaves out the link.
  await ros.patch(`/api/bands/${band}`, { name: 'Owls' })
  const { id } = await createTestPractice(ros, band, { date: tomorrow })
  await expectNotices(kit, ['event.added'])
  await server().services.db`update events set created_at = ${ago({ hours: 2 })} where id = ${id}`
  await ros[method](path(id), method === 'patch' ? { status: 'cancelled' } : undefined)
  await expect.poll(readTexts).toHaveLength(1)
  const [text] = await readTexts()
  expect(text?.split(' ').at(-1)).toBe(`${server().services.config.publicUrl}${pageOf(id)}`)
})

test('a text that waits for the end of the quiet hours is not sent to a member who has added a device meanwhile', async () => {
  await chooseTexts()
  const { date, time: startTime } = londonWallClock(fromNow({ hours: 36 }).getTime())
  const { id } = await createTestPractice(ros, band, { date, startTime, endTime: null })
  await expectNotices(kit, ['event.added'])
  const { services } = server()
  await withQuietHours(server(), createQuietHoursAroundNow(), async () => {
    await ros.patch(path(id), { status: 'cancelled' })
    await expectNotices(kit, ['event.cancelled', 'event.added'])
  })
  const [notice] = await readNoticesOf(kit)
  await subscribePushDevice(kit)
  expect(await deliverNotice(services, notice?.id as string, 'text')).toBe('dropped')
  expect(await readTexts()).toEqual([])
})

test('a member gets at most three notice texts a day, and notices and invitations together use at most half of SMS_PER_DAY', async () => {
  await chooseTexts()
  const { id } = await createTestPractice(ros, band, { date: tomorrow })
  await expectNotices(kit, ['event.added'])
  for (const startTime of ['18:00', '18:30', '19:30', '20:00']) {
    await ros.patch(path(id), { startTime })
    await waitUntilDueNoticesStored(server())
  }
  await expect
    .poll(async () =>
      (await waitForDeliveryOutcomes(server(), kit))
        .filter(({ way }) => way === 'sms')
        .map(({ outcome }) => outcome)
        .toSorted(),
    )
    .toEqual(['dropped', 'sent', 'sent', 'sent'])
  expect(await readTexts()).toHaveLength(3)
  const sal = await server().createUser()
  const invited = await ros.post(`/api/bands/${band}/invites/phone`, { phone: sal.user.phone })
  expect(invited.status).toBe(201)
  const refused = await ros.post(`/api/bands/${band}/invites/phone`, { phone: '+447700900998' })
  expect(refused.status).toBe(429)
})
