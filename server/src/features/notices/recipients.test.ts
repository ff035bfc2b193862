// The members and deps who will be told of a change, as read before its notices are made.

import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import type { NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import { createTestDep, askDeps, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import { subscribePushDevice } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

// A long settling time: changes do not settle while the tests run.
const server = useTestServer({
  NOTICE_SETTLE_SECONDS: '3600',
  NOTICE_QUIET_HOURS: 'off',
  ALLOW_PRIVATE_FETCH: '1',
  SMS_NOTICES: '1',
})

const today = todayInLondon(testClock.now())
let ros: TestClient, kit: TestClient, mags: TestClient, band: string

beforeEach(async () => {
  const person = (displayName: string) => server().createUser({ displayName })
  ;[ros, kit, mags] = [await person('Ros'), await person('Kit'), await person('Mags')]
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  for (const member of [kit, mags]) await joinBand(ros, band, member)
})

/** Deletes the pending notices, as if they were made, and returns the path of the event. */
async function settlePathOf(event: CalendarEntry): Promise<string> {
  await server().services.db`delete from pending_notices`
  return `/api/bands/${band}/events/${event.id}`
}

async function recipientsOf(path: string, caller = ros) {
  const { status, body } = await caller.get(`${path}/notice-recipients`)
  expect(status).toBe(200)
  type Member = { displayName: string; isReached: boolean }
  return {
    members: body.members.map(({ displayName, isReached }: Member) => [displayName, isReached]),
    deps: body.deps,
  }
}

const addAddress = ({ user }: TestClient) =>
  server().services
    .db`insert into notice_emails (user_id, email, verified_at) values (${user.id}, ${`${user.id}@example.org`}, ${testClock.now()})`
const chooseWays = (client: TestClient, changes: object) =>
  client.put('/api/me/notice-settings', {
    groups: { ...defaultNoticeSettings.groups, changes: { push: false, email: false, sms: false, ...changes } },
  })

test('the recipients of the notice of a moved event have isReached true with a push device or an email address, and false without both', async () => {
  await subscribePushDevice(kit)
  const path = await settlePathOf(await createTestPractice(ros, band, { date: addDays(today, 20) }))
  await ros.patch(path, { date: addDays(today, 21) })
  expect(await recipientsOf(path)).toEqual({
    members: [
      ['Kit', true],
      ['Mags', false],
    ],
    deps: [],
  })
  await addAddress(mags)
  expect((await recipientsOf(path)).members).toEqual([
    ['Kit', true],
    ['Mags', true],
  ])
})

test('a member who turned off push, mail and text for a group of notices has isReached false for that group, and true for another group', async () => {
  for (const member of [kit, mags]) await subscribePushDevice(member)
  await chooseWays(kit, {})
  const path = await settlePathOf(await createTestPractice(ros, band, { date: addDays(today, 20) }))
  await ros.patch(path, { status: 'cancelled' })
  expect((await recipientsOf(path)).members).toEqual([
    ['Kit', false],
    ['Mags', true],
  ])
  // Kit said Yes to the gig. After the move Kit is asked again, and that notice is of another group.
  const gig = await settlePathOf(await createTestGig(ros, band, { date: addDays(today, 20) }))
  const kitsMembership = (await kit.get('/api/me')).body.bands[0].id
  await kit.put(`${gig}/answers/${kitsMembership}`, { answer: 'yes' })
  await ros.patch(gig, { date: addDays(today, 21) })
  expect((await recipientsOf(gig)).members[0]).toEqual(['Kit', true])
})

test('a member without a push device who chose texts has isReached true for an event within 48 hours, and false for a later event', async () => {
  await chooseWays(kit, { sms: true })
  const soon = await settlePathOf(await createTestPractice(ros, band, { date: addDays(today, 1), startTime: '06:00' }))
  await ros.patch(soon, { status: 'cancelled' })
  expect((await recipientsOf(soon)).members[0]).toEqual(['Kit', true])
  const later = await settlePathOf(await createTestPractice(ros, band, { date: addDays(today, 20) }))
  await ros.patch(later, { status: 'cancelled' })
  expect((await recipientsOf(later)).members[0]).toEqual(['Kit', false])
})

test('the recipients of a moved and of a cancelled gig include the deps who were asked, without a dep who said No', async () => {
  const gig = await createTestGig(ros, band, { date: addDays(today, 20) })
  const [tom, jo] = [await createTestDep(ros, band), await createTestDep(ros, band, { name: 'Jo' })]
  const path = `/api/bands/${band}/events/${gig.id}`
  expect((await askDeps(ros, path, [tom, jo], { mode: 'all' })).status).toBe(201)
  await waitForDepLinkPath(ros, tom)
  await ros.post(await waitForDepLinkPath(ros, jo), { answer: 'no' })
  await settlePathOf(gig)
  expect(await recipientsOf(path)).toEqual({ members: [], deps: [] })
  await ros.patch(path, { date: addDays(today, 21) })
  expect((await recipientsOf(path)).deps).toEqual(['Tom'])
  await ros.patch(path, { status: 'cancelled' })
  expect((await recipientsOf(path)).deps).toEqual(['Tom'])
})

test('a change of an event that was undone has no notice recipients', async () => {
  const date = addDays(today, 20)
  const path = await settlePathOf(await createTestPractice(ros, band, { date }))
  await ros.patch(path, { date: addDays(today, 21) })
  await ros.patch(path, { date })
  expect(await recipientsOf(path)).toEqual({ members: [], deps: [] })
})

test('after two members have changed an event, the recipients of its notices are all members except the caller, each once', async () => {
  const path = await settlePathOf(await createTestPractice(ros, band, { date: addDays(today, 20) }))
  await ros.patch(path, { date: addDays(today, 21) })
  await kit.patch(path, { date: addDays(today, 22) })
  const names = async (caller: TestClient) =>
    (await recipientsOf(path, caller)).members.map(([displayName]: [string]) => displayName)
  expect([await names(ros), await names(kit)]).toEqual([
    ['Kit', 'Mags'],
    ['Ros', 'Mags'],
  ])
})

describe('before a change', () => {
  const readReach = async (group: string, caller = ros) => {
    const { status, body } = await caller.get(`/api/bands/${band}/notice-reach?group=${group}`)
    expect(status).toBe(200)
    type Member = { displayName: string; isReached: boolean; hasPushOrMail: boolean }
    return body.members.map((one: Member) => [one.displayName, one.isReached, one.hasPushOrMail])
  }

  test('before a change, GET notice-reach lists the other members in member order, each with isReached and hasPushOrMail', async () => {
    expect(await readReach('asked')).toEqual([
      ['Kit', false, false],
      ['Mags', false, false],
    ])
    await subscribePushDevice(kit)
    await addAddress(mags)
    expect(await readReach('asked')).toEqual([
      ['Kit', true, true],
      ['Mags', true, true],
    ])
    expect(await readReach('changes', kit)).toEqual([
      ['Ros', false, false],
      ['Mags', true, true],
    ])
  })

  test('a member who turned off push, mail and text for notices of changes has isReached false for changes, and true for requests for an answer', async () => {
    await subscribePushDevice(kit)
    await chooseWays(kit, {})
    expect((await readReach('changes'))[0]).toEqual(['Kit', false, true])
    expect((await readReach('asked'))[0]).toEqual(['Kit', true, true])
  })

  test('a member whose only email address bounced has isReached false', async () => {
    await addAddress(mags)
    await server().services.db`update notice_emails set bounced_at = ${testClock.now()} where user_id = ${mags.user.id}`
    expect((await readReach('asked'))[1]).toEqual(['Mags', false, false])
  })
})

test('hasPushOrMail is true for a member with a device who turned off push and mail, and false for one without device and address', async () => {
  await subscribePushDevice(kit)
  await chooseWays(kit, {})
  const path = await settlePathOf(await createTestPractice(ros, band, { date: addDays(today, 20) }))
  await ros.patch(path, { date: addDays(today, 21) })
  const { members } = (await ros.get(`${path}/notice-recipients`)).body as NoticeRecipients
  expect(members.map(({ displayName, isReached, hasPushOrMail }) => [displayName, isReached, hasPushOrMail])).toEqual([
    ['Kit', false, true],
    ['Mags', false, false],
  ])
})
