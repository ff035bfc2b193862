import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestBand, createTestGig, eventPathOf, joinBand } from '#testing/builders.ts'
import {
  immediateNoticesEnvironment,
  readNoticesOf,
  settleTogether,
  subscribePushDevice,
  withQuietHours,
} from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)
let dee: TestClient,
  kit: TestClient,
  jo: TestClient,
  bandId: string,
  dees: string,
  kits: string,
  jos: string,
  gig: string

afterEach(testClock.reset)
beforeEach(async () => {
  dee = await server().createUser()
  const band = await createTestBand(dee, { displayName: 'Dee' })
  bandId = band.id
  dees = band.membership.id
  ;[kit, jo] = [await server().createUser({ displayName: 'Kit' }), await server().createUser({ displayName: 'Jo' })]
  kits = (await joinBand(dee, bandId, kit)).id
  jos = (await joinBand(dee, bandId, jo)).id
  await settleTogether(server(), async () => {
    gig = eventPathOf(await createTestGig(dee, bandId, { title: 'Launch' }))
    await drive({})
  })
})

const putLift = (caller: TestClient, id: string, lift: object) => caller.put(`${gig}/lifts/${id}`, lift)
const drive = (more: object) => putLift(dee, dees, { mode: 'drives', seats: 3, leavesAt: '16:10', ...more })
const ride = (caller: TestClient, id: string) => putLift(caller, id, { mode: 'rides', driverId: dees })
const sayNo = (caller: TestClient, id: string) => caller.put(`${gig}/answers/${id}`, { answer: 'no' })
/** Titles and bodies of notices about lifts, newest first. */
const readLiftNotices = async (caller: TestClient) =>
  (await readNoticesOf(caller))
    .filter(({ kind }) => kind === 'lift.changed')
    .map(({ title, body }) => `${title} | ${body}`)
const when = 'Launch, Fri 12 Mar, 8 PM'

test('riders who get into a car within the settling time make one notice for the driver, and none for the riders', async () => {
  await settleTogether(server(), async () => {
    await ride(kit, kits)
    await ride(jo, jos)
  })
  expect(await readLiftNotices(dee)).toEqual([
    `Lift changed: ${when} | Jo changed a lift in your car. 2 of 3 seats are taken. You leave at 4:10 PM.`,
  ])
  expect([await readLiftNotices(kit), await readLiftNotices(jo)]).toEqual([[], []])
})

test('riders get a notice when their driver changes the time or place of departure, and when the owner adds them to a car', async () => {
  await settleTogether(server(), () => ride(kit, kits))
  await settleTogether(server(), () => drive({ from: 'Woodhouse' }))
  await settleTogether(server(), async () => {
    await drive({ leavesAt: '15:00', from: 'Woodhouse' })
    await putLift(dee, jos, { mode: 'rides', driverId: dees })
  })
  const text = `Lift changed: ${when} | Dee leaves at 3 PM from Woodhouse.`
  const textOfNewPlace = `Lift changed: ${when} | Dee leaves at 4:10 PM from Woodhouse.`
  expect([await readLiftNotices(kit), await readLiftNotices(jo)]).toEqual([[text, textOfNewPlace], [text]])
})

test('riders get a notice that they need a lift again when their driver stops driving, deletes the lift or leaves the band', async () => {
  await putLift(kit, kits, { mode: 'drives', seats: 3 })
  await settleTogether(server(), () => ride(jo, jos))
  await settleTogether(server(), () => putLift(dee, dees, { mode: 'own' }))
  const text = `You need a lift again: ${when} | Your driver does not drive any more.`
  expect(await readLiftNotices(jo)).toEqual([text])
  await settleTogether(server(), () => putLift(jo, jos, { mode: 'rides', driverId: kits }))
  await settleTogether(server(), () => kit.delete(`${gig}/lifts/${kits}`))
  expect(await readLiftNotices(jo)).toEqual([text, text])
  await putLift(kit, kits, { mode: 'drives', seats: 3 })
  await settleTogether(server(), () => putLift(jo, jos, { mode: 'rides', driverId: kits }))
  await settleTogether(server(), () => kit.post(`/api/bands/${bandId}/leave`))
  expect(await readLiftNotices(jo)).toEqual([text, text, text])
})

test('a rider who says No makes a notice for the driver, and a driver who says No makes one for each rider', async () => {
  await settleTogether(server(), async () => {
    await ride(kit, kits)
    await ride(jo, jos)
  })
  await settleTogether(server(), () => sayNo(kit, kits))
  expect((await readLiftNotices(dee))[0]).toBe(
    `Lift changed: ${when} | Kit changed a lift in your car. 1 of 3 seats are taken. You leave at 4:10 PM.`,
  )
  await settleTogether(server(), () => sayNo(dee, dees))
  expect([await readLiftNotices(kit), await readLiftNotices(jo)]).toEqual([
    [],
    [`Your driver said no: ${when} | Dee said no, but still drives. Ask, or choose another car.`],
  ])
})

test('an owner who rides and enters the No of the driver gets no notice of it, also if another member gets into the car', async () => {
  await settleTogether(server(), async () => {
    await putLift(kit, kits, { mode: 'drives', seats: 3 })
    await putLift(dee, dees, { mode: 'rides', driverId: kits })
  })
  const noticesBefore = await readLiftNotices(dee)
  await settleTogether(server(), async () => {
    await sayNo(dee, kits)
    await putLift(jo, jos, { mode: 'rides', driverId: kits })
  })
  expect(await readLiftNotices(dee)).toEqual(noticesBefore)
})

test('a driver who says No and then Yes within the settling time makes no notice for the riders', async () => {
  await settleTogether(server(), () => ride(jo, jos))
  await settleTogether(server(), async () => {
    await sayNo(dee, dees)
    await dee.put(`${gig}/answers/${dees}`, { answer: 'yes' })
  })
  expect(await readLiftNotices(jo)).toEqual([])
})

test('riders of a gig of today get a notice that they need a lift again when their driver leaves the band', async () => {
  await putLift(kit, kits, { mode: 'drives', seats: 3 })
  await settleTogether(server(), () => putLift(jo, jos, { mode: 'rides', driverId: kits }))
  await server().services.db`update events set date = '2026-11-27', last_day = '2026-11-27'`
  await settleTogether(server(), () => kit.post(`/api/bands/${bandId}/leave`))
  expect(await readLiftNotices(jo)).toEqual([
    'You need a lift again: Launch, Fri 27 Nov, 8 PM | Your driver does not drive any more.',
  ])
})

test('riders of a gig that is over get no notice when their driver leaves the band', async () => {
  await putLift(kit, kits, { mode: 'drives', seats: 3 })
  await settleTogether(server(), () => putLift(jo, jos, { mode: 'rides', driverId: kits }))
  await server().services.db`update events set date = '2026-11-20', last_day = '2026-11-20'`
  await settleTogether(server(), () => kit.post(`/api/bands/${bandId}/leave`))
  expect(await readLiftNotices(jo)).toEqual([])
})

test.each([
  ['cancelled', () => dee.patch(gig, { status: 'cancelled' })],
  ['deleted', () => dee.delete(gig)],
])('a lift that changes within the settling time before its gig is %s makes no notice', async (_, end) => {
  await settleTogether(server(), async () => {
    await ride(kit, kits)
    expect((await end()).status).toBeLessThan(300)
  })
  expect(await readLiftNotices(dee)).toEqual([])
})

test('a driver and a rider get one notice when another member sets the load-in of the gig sheet, and no notice of another change to the sheet', async () => {
  await settleTogether(server(), () => ride(kit, kits))
  const save = (time: string, more: object = {}) =>
    settleTogether(server(), () => jo.put(`${gig}/gig-sheet`, { times: [{ time, label: 'Load-in' }], ...more }))
  await save('17:00')
  await save('17:00', { gear: 'House kit' })
  const [driver, rider] = [await readLiftNotices(dee), await readLiftNotices(kit)]
  expect(driver[0]).toBe(`Load-in moved to 5 PM: ${when} | You leave at 4:10 PM.`)
  expect(driver).toHaveLength(2)
  expect(rider).toEqual([`Load-in moved to 5 PM: ${when} | Dee leaves at 4:10 PM.`])
  expect(await readLiftNotices(jo)).toEqual([])
})

test('in quiet hours the push message of a lift notice waits until the quiet hours end, except within 24 hours before the gig', async () => {
  const { db } = server().services
  gig = eventPathOf(await createTestGig(dee, bandId, { date: '2026-11-29' }))
  await drive({})
  await subscribePushDevice(dee)
  await withQuietHours(server(), { from: '22:00', to: '08:00' }, async () => {
    testClock.set(new Date('2026-11-27T23:00:00Z'))
    await settleTogether(server(), () => ride(kit, kits))
    testClock.set(new Date('2026-11-28T23:00:00Z'))
    await settleTogether(server(), () => ride(jo, jos))
  })
  const pushes = await db<{ dueAt: Date }[]>`
    select o.due_at as "dueAt" from notices n join outgoing_messages o on o.notice_id = n.id
    where n.user_id = ${dee.user.id} and n.kind = 'lift.changed' order by n.created_at`
  expect(pushes.map(({ dueAt }) => dueAt.toISOString().slice(0, 13))).toEqual(['2026-11-28T08', '2026-11-28T23'])
})

test('in quiet hours a lift notice waits until 24 hours before the load-in of the gig; a notice made after that is sent at once by push and mail', async () => {
  const { db } = server().services
  gig = eventPathOf(await createTestGig(dee, bandId, { date: '2026-11-29', startTime: '20:00' }))
  await drive({})
  await settleTogether(server(), () => jo.put(`${gig}/gig-sheet`, { times: [{ time: '17:00', label: 'Load-in' }] }))
  await subscribePushDevice(dee)
  await db`
    insert into notice_emails (user_id, email, verified_at)
    values (${dee.user.id}, 'dee.drives@example.org', ${testClock.now()})`
  await withQuietHours(server(), { from: '16:00', to: '08:00' }, async () => {
    testClock.set(new Date('2026-11-28T16:30:00Z'))
    await settleTogether(server(), () => ride(kit, kits))
    testClock.set(new Date('2026-11-28T17:30:00Z'))
    await settleTogether(server(), () => ride(jo, jos))
  })
  const sent = await db<{ way: string; dueAt: Date }[]>`
    select o.way, o.due_at as "dueAt" from notices n join outgoing_messages o on o.notice_id = n.id
    where n.user_id = ${dee.user.id} and n.kind = 'lift.changed' and n.title like 'Lift changed%'
    order by n.created_at, o.way`
  expect(sent.map(({ way, dueAt }) => `${way} ${dueAt.toISOString().slice(0, 16)}`)).toEqual([
    'push 2026-11-28T17:00',
    'mail 2026-11-28T17:30',
    'push 2026-11-28T17:30',
  ])
})
