// Reminders and automatic nudges. The tests call the job of the schedule with a time of their own.

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { londonInstant } from '@gaffer/domain/shared/dates'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import { waitUntilDueNoticesStored, immediateNoticesEnvironment, readNoticesOf } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { deliverNotice, insertNoticeMessages } from '#testing/messages.ts'
import { useTestServer } from '#testing/test-server.ts'
import { queueDueReminders } from './reminders.ts'

const server = useTestServer({ ...immediateNoticesEnvironment, NOTICE_SETTLE_SECONDS: '3600' })
const neverAborted = new AbortController().signal

let ros: TestClient, kit: TestClient
let band: string, kitId: string

beforeAll(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
})

beforeEach(async () => {
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  kitId = (await joinBand(ros, band, kit)).id
  await waitUntilDueNoticesStored(server())
  const { db } = server().services
  await db`delete from events where band_id <> ${band}`
  await db`delete from leases`
  await db`delete from notices`
})

const remindAt = (date: string, time: string) =>
  queueDueReminders(server().services, londonInstant(date, time), neverAborted)
const readReminders = async (client: TestClient) =>
  (await readNoticesOf(client)).filter(({ kind }) => kind === 'reminder' || kind === 'answer.nudge')
const readTitles = async (client: TestClient) => (await readReminders(client)).map(({ title }) => title)
const path = (eventId: string) => `/api/bands/${band}/events/${eventId}`

test('every member gets one reminder at 18:00 on the evening before an event, also when two servers start the run at once', async () => {
  await createTestPractice(ros, band)
  await remindAt('2027-03-04', '17:59')
  expect(await readReminders(kit)).toEqual([])
  const other = await server().startAnother()
  const evening = londonInstant('2027-03-04', '18:00')
  await Promise.all([server(), other].map(({ services }) => queueDueReminders(services, evening, neverAborted)))
  await other.stop()
  await remindAt('2027-03-04', '18:01')
  expect(await readTitles(kit)).toEqual(['Tomorrow: Practice, 7 PM'])
  expect(await readTitles(ros)).toEqual(['Tomorrow: Practice, 7 PM'])
})

test('on the day of a gig a member gets a reminder at 09:00, and on the day of a practice none', async () => {
  await createTestGig(ros, band, { date: '2027-03-05' })
  await createTestPractice(ros, band, { date: '2027-03-05' })
  await remindAt('2027-03-05', '09:00')
  expect(await readTitles(kit)).toEqual(['Today: Public Gig, 8 PM'])
})

test('the reminders of a gig have the running times of its gig sheet', async () => {
  const { id } = await createTestGig(ros, band, { date: '2027-03-05' })
  const times = [
    { time: '17:00', label: 'Load-in' },
    { time: '21:15', label: 'On stage' },
  ]
  expect((await ros.put(`${path(id)}/gig-sheet`, { times })).status).toBe(200)
  await remindAt('2027-03-04', '18:00')
  await remindAt('2027-03-05', '09:00')
  const words = 'Load-in 5 PM, On stage 9:15 PM. Place: The Brudenell.'
  expect((await readReminders(kit)).map(({ body }) => body)).toEqual([words, words])
})

test('after a reminder run that ended early, the next run makes the missing notices and none twice', async () => {
  await createTestPractice(ros, band)
  await remindAt('2027-03-04', '18:00')
  const { db } = server().services
  await db`delete from leases`
  await db`delete from notices where user_id = ${kit.user.id}`
  await remindAt('2027-03-04', '18:05')
  expect([await readTitles(ros), await readTitles(kit)]).toEqual(
    Array.from({ length: 2 }, () => ['Tomorrow: Practice, 7 PM']),
  )
})

test('a reminder run at 20:00 still makes the reminders that were due at 18:00, and a run at 22:00 makes none', async () => {
  await createTestPractice(ros, band)
  await remindAt('2027-03-04', '22:00')
  expect(await readReminders(kit)).toEqual([])
  await remindAt('2027-03-04', '20:00')
  expect(await readTitles(kit)).toHaveLength(1)
})

test.each([
  ['spring 2027', '2027-03-27', '2027-03-28', '2027-03-27T18:00:00.000Z'],
  ['autumn 2027', '2027-10-30', '2027-10-31', '2027-10-30T17:00:00.000Z'],
  ['spring 2026', '2026-03-28', '2026-03-29', '2026-03-28T18:00:00.000Z'],
  ['autumn 2026', '2026-10-24', '2026-10-25', '2026-10-24T17:00:00.000Z'],
])('over the clock change of %s the evening reminder is due at 18:00 in London', async (_, evening, day, instant) => {
  const { db } = server().services
  const { id } = await createTestPractice(ros, band, { date: day })
  await db`update events set created_at = '2026-01-01' where id = ${id}`
  const at = Date.parse(instant)
  await queueDueReminders(server().services, at - 60_000, neverAborted)
  expect(await readReminders(kit)).toEqual([])
  await queueDueReminders(server().services, at, neverAborted)
  expect(await readTitles(kit)).toEqual(['Tomorrow: Practice, 7 PM'])
  expect(londonInstant(evening, '18:00')).toBe(at)
})

test('a cancelled, deleted or moved event has no reminder on its old date', async () => {
  const cancelled = await createTestPractice(ros, band)
  const deleted = await createTestPractice(ros, band)
  const moved = await createTestPractice(ros, band)
  await ros.patch(path(cancelled.id), { status: 'cancelled' })
  await ros.delete(path(deleted.id))
  await ros.patch(path(moved.id), { date: '2027-03-09' })
  await remindAt('2027-03-04', '18:00')
  expect(await readReminders(kit)).toEqual([])
})

test('an event that is added after its reminder was due gets no reminder', async () => {
  const { id } = await createTestPractice(ros, band)
  const due = new Date(londonInstant('2027-03-04', '18:00') + 60_000)
  await server().services.db`update events set created_at = ${due} where id = ${id}`
  await remindAt('2027-03-04', '18:05')
  expect(await readReminders(kit)).toEqual([])
})

test.each([
  ['eveningBefore', '2027-03-04', '18:00'],
  ['gigMorning', '2027-03-05', '09:00'],
])('a member who turned off %s gets no reminder of that kind', async (name, date, time) => {
  await createTestGig(ros, band, { date: '2027-03-05' })
  await kit.put('/api/me/notice-settings', { reminders: { eveningBefore: true, gigMorning: true, [name]: false } })
  await remindAt(date, time)
  await kit.put('/api/me/notice-settings', { reminders: { eveningBefore: true, gigMorning: true } })
  expect(await readReminders(kit)).toEqual([])
  expect(await readReminders(ros)).toHaveLength(1)
})

test.each([
  ['moved', { startTime: '20:00' }],
  ['cancelled', { status: 'cancelled' }],
])('a reminder is not pushed when its event was %s after the notice was made', async (_, change) => {
  const { db } = server().services
  const { id } = await createTestPractice(ros, band)
  await remindAt('2027-03-04', '18:00')
  const [notice] = await readReminders(kit)
  await db`delete from outgoing_messages where notice_id = ${notice?.id}`
  await insertNoticeMessages(server().services, [notice?.id as string], 'push')
  await ros.patch(path(id), change)
  expect(await deliverNotice(server().services, notice?.id as string, 'push')).toBe('dropped')
})

test('members without an answer get a nudge at 09:00 two days before the reply date and on the reply date', async () => {
  const { id } = await createTestGig(ros, band, { date: '2027-03-20', replyBy: '2027-03-10' })
  await remindAt('2027-03-08', '09:00')
  await remindAt('2027-03-09', '09:00')
  expect(await readTitles(kit)).toEqual(['Still to answer: Public Gig, Sat 20 Mar, 8 PM'])
  await ros.put(`${path(id)}/answers/${kitId}`, { answer: 'yes' })
  await remindAt('2027-03-10', '09:00')
  expect(await readTitles(kit)).toHaveLength(1)
  expect(await readTitles(ros)).toHaveLength(2)
})

test('members who have not answered all dates of an enquiry get one nudge, which names those dates', async () => {
  const event = { type: 'practice', startTime: '19:00', endTime: '22:00', location: 'Unit 4', replyBy: '2027-03-10' }
  const dates = ['2027-03-20', '2027-03-27', '2027-04-03']
  const { body } = await ros.post(`/api/bands/${band}/event-options`, { event, dates })
  await ros.put(`${path(body.events[1].id)}/answers/${kitId}`, { answer: 'yes' })
  await remindAt('2027-03-08', '09:00')
  await remindAt('2027-03-08', '09:05')
  expect(await readTitles(kit)).toEqual(['Still to answer: Practice, Sat 20 Mar or Sat 3 Apr, 7 PM'])
  expect(await readTitles(ros)).toEqual(['Still to answer: Practice, Sat 20 Mar, Sat 27 Mar or Sat 3 Apr, 7 PM'])
  for (const { id } of body.events) await ros.put(`${path(id)}/answers/${kitId}`, { answer: 'no' })
  await remindAt('2027-03-10', '09:00')
  expect([(await readTitles(kit)).length, (await readTitles(ros)).length]).toEqual([1, 2])
})

test('dates of an enquiry with different reply dates make one nudge a day, also on a day when several are due', async () => {
  const event = { type: 'practice', startTime: '19:00', endTime: '22:00', location: 'Unit 4', replyBy: '2027-03-10' }
  const dates = ['2027-03-20', '2027-03-27', '2027-04-03']
  const { body } = await ros.post(`/api/bands/${band}/event-options`, { event, dates })
  expect((await ros.patch(path(body.events[2].id), { replyBy: '2027-03-12' })).status).toBe(200)
  await remindAt('2027-03-08', '09:00')
  expect(await readTitles(kit)).toHaveLength(1)
  await remindAt('2027-03-10', '09:00')
  expect(await readTitles(kit)).toHaveLength(2)
})
