// The endpoints of notices, settings and push subscriptions.

import { expect, test } from 'vitest'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { createTestBand, createTestPractice, joinBand } from '#testing/builders.ts'
import { postForm } from '#testing/forms.ts'
import {
  subscribePushDevice,
  waitUntilDueNoticesStored,
  expectNotices,
  immediateNoticesEnvironment,
  readNoticesOf,
} from '#testing/notices.ts'
import { openChangeStream, waitForEarlierChanges } from '#testing/sse-client.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

async function createBandOfThree() {
  const ros = await server().createUser({ firstName: 'Ros' })
  const kit = await server().createUser({ firstName: 'Kit' })
  const mags = await server().createUser({ firstName: 'Mags' })
  const { id: band } = await createTestBand(ros, { displayName: 'Ros' })
  const kitId = (await joinBand(ros, band, kit)).id
  await joinBand(ros, band, mags)
  await waitUntilDueNoticesStored(server())
  await server().services.db`delete from notices where band_id = ${band}`
  return { ros, kit, mags, band, kitId }
}

test('notices come in pages of 50, newest first, with the number of unread notices', async () => {
  const { kit, band } = await createBandOfThree()
  await server().services.db`
    insert into notices (user_id, id, band_id, cause_id, kind, title, body, url, created_at)
    select ${kit.user.id}, gen_random_uuid(), ${band}, gen_random_uuid(), 'songs.added', 'Notice ' || n, '', '/songs',
      ${testClock.now()}
    from generate_series(1, 60) n`
  const first = (await kit.get('/api/me/notices')).body
  expect([first.notices.length, first.unread]).toEqual([50, 60])
  const ids = first.notices.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(ids.toSorted().toReversed())
  const rest = (await kit.get(`/api/me/notices?before=${ids.at(-1)}`)).body
  expect(rest.notices).toHaveLength(10)
  expect(new Set([...ids, ...rest.notices.map(({ id }: { id: string }) => id)]).size).toBe(60)
})

test('marking a notice as read also marks older notices, and leaves newer notices unread', async () => {
  const { ros, kit, band } = await createBandOfThree()
  for (const kinds of [
    ['event.added'],
    ['event.added', 'event.added'],
    ['event.added', 'event.added', 'event.added'],
  ]) {
    await createTestPractice(ros, band)
    await expectNotices(kit, kinds as 'event.added'[])
  }
  const [newest, middle] = await readNoticesOf(kit)
  expect((await kit.post('/api/me/notices/read', { upTo: middle?.id })).status).toBe(204)
  expect((await kit.get('/api/me/notices')).body.unread).toBe(1)
  expect((await readNoticesOf(kit)).map(({ readAt }) => readAt === null)).toEqual([true, false, false])
  await kit.post('/api/me/notices/read', { upTo: newest?.id })
  expect((await kit.get('/api/me/notices')).body.unread).toBe(0)
})

test('a member of another band cannot read a notice, mark it as read or list the readers of its event', async () => {
  const { ros, kit, band } = await createBandOfThree()
  const outsider = await server().createUser()
  await createTestBand(outsider)
  const { id } = await createTestPractice(ros, band, { title: 'Canary', location: 'Canary', notes: 'Canary' })
  const [notice] = await expectNotices(kit, ['event.added'])
  expect((await outsider.get('/api/me/notices')).text).not.toContain('Canary')
  await outsider.post('/api/me/notices/read', { upTo: notice?.id })
  expect((await readNoticesOf(kit))[0]?.readAt).toBeNull()
  expect((await outsider.get(`/api/bands/${band}/events/${id}/readers`)).status).toBe(404)
})

test('the readers of an event are the recipients of its last notice, with the time when each read it', async () => {
  const { ros, kit, band, kitId } = await createBandOfThree()
  const { id } = await createTestPractice(ros, band)
  const [notice] = await expectNotices(kit, ['event.added'])
  await kit.post('/api/me/notices/read', { upTo: notice?.id })
  const readers = async () => (await ros.get(`/api/bands/${band}/events/${id}/readers`)).body
  expect(await readers()).toEqual([
    { membershipId: kitId, displayName: 'Kit', readAt: expect.stringMatching(/Z$/) },
    { membershipId: expect.any(String), displayName: 'Mags', readAt: null },
  ])
  await ros.patch(`/api/bands/${band}/events/${id}`, { startTime: '20:00' })
  await expectNotices(kit, ['event.changed', 'event.added'])
  expect((await readers()).map(({ readAt }: { readAt: string | null }) => readAt)).toEqual([null, null])
})

test('an event without notices has no readers', async () => {
  const ros = await server().createUser()
  const { id: band } = await createTestBand(ros)
  const { id } = await createTestPractice(ros, band)
  await waitUntilDueNoticesStored(server())
  expect((await ros.get(`/api/bands/${band}/events/${id}/readers`)).body).toEqual([])
})

test('a change notification of a new or read notice reaches the recipient’s open pages, and no other member’s', async () => {
  const { ros, kit, mags, band } = await createBandOfThree()
  await waitForEarlierChanges(server())
  const [kits, magss] = [await openChangeStream(kit), await openChangeStream(mags)]
  const { body } = await ros.get(`/api/bands/${band}/members`)
  const kitCard = body.find(({ userId }: { userId: string }) => userId === kit.user.id)
  await ros.patch(`/api/bands/${band}/members/${kitCard.id}`, { access: 'admin' })
  await expect.poll(() => kits.changes).toContainEqual({ bandId: null, what: 'notices' })
  expect(magss.changes.map(({ what }) => what)).not.toContain('notices')
  const [notice] = await readNoticesOf(kit)
  const elsewhere = await openChangeStream(kit, { page: 'b'.repeat(32) })
  await kit.post('/api/me/notices/read', { upTo: notice?.id })
  await expect.poll(() => elsewhere.changes).toEqual([{ bandId: null, what: 'notices' }])
  expect(magss.changes.map(({ what }) => what)).not.toContain('notices')
  for (const one of [kits, magss, elsewhere]) one.leave()
})

test('removing a member deletes their notices of the band, and keeps those of another band', async () => {
  const { ros, kit, band, kitId } = await createBandOfThree()
  await createTestPractice(ros, band)
  const { id: otherBand } = await createTestBand(ros)
  await joinBand(ros, otherBand, kit)
  await createTestPractice(ros, otherBand)
  await expect.poll(async () => (await readNoticesOf(kit)).length).toBe(2)
  await ros.delete(`/api/bands/${band}/members/${kitId}`)
  expect((await readNoticesOf(kit)).map(({ bandId }) => bandId)).toEqual([otherBand])
})

test('account erasure removes the name from the notices of other users', async () => {
  const { ros, kit, mags, band, kitId } = await createBandOfThree()
  await ros.patch(`/api/bands/${band}/members/${kitId}`, { displayName: 'Kit' })
  await createTestPractice(kit, band)
  await expectNotices(mags, ['event.added'])
  const sal = await server().createUser({ firstName: 'Quentin' })
  await joinBand(ros, band, sal)
  await expectNotices(mags, ['member.joined', 'event.added'])
  await createTestPractice(sal, band)
  await expectNotices(mags, ['event.added', 'member.joined', 'event.added'])
  expect((await sal.delete('/api/me')).status).toBe(204)
  await waitUntilDueNoticesStored(server())
  const notices = await readNoticesOf(mags)
  expect(JSON.stringify(notices)).not.toContain('Quentin')
  expect(notices.map(({ kind }) => kind)).toContain('event.added')
})

test('notice settings have defaults, and a part that a PUT leaves out stays unchanged', async () => {
  const kit = await server().createUser()
  expect((await kit.get('/api/me/notice-settings')).body).toEqual(defaultNoticeSettings)
  const groups = { ...defaultNoticeSettings.groups, news: { push: true, email: false, sms: false } }
  expect((await kit.put('/api/me/notice-settings', { groups })).body).toEqual({ ...defaultNoticeSettings, groups })
  const reminders = { eveningBefore: false, gigMorning: true }
  const { body } = await kit.put('/api/me/notice-settings', { reminders })
  expect(body).toEqual({ ...defaultNoticeSettings, groups, reminders })
  expect((await kit.get('/api/me/notice-settings')).body).toEqual(body)
})

test('notice settings that another release stored are returned with defaults for missing groups, ways and reminders, and without unknown groups and ways', async () => {
  const kit = await server().createUser()
  const { db, links } = server().services
  await db`insert into notice_settings (user_id, changed_at, groups, reminders) values (${kit.user.id}, ${testClock.now()},
    '{"asked": {"push": false}, "gossip": {"push": true}, "news": {"push": true, "fax": true}}', '{"gigMorning": false}')`
  const { asked, news } = defaultNoticeSettings.groups
  const groups = { ...defaultNoticeSettings.groups, asked: { ...asked, push: false }, news: { ...news, push: true } }
  const reminders = { eveningBefore: true, gigMorning: false }
  const expected = { ...defaultNoticeSettings, groups, reminders }
  expect((await kit.get('/api/me/notice-settings')).body).toEqual(expected)
  const link = `/unsubscribe/${links.signLink('unsubscribe', [kit.user.id], { boundTo: 'changes' })}`
  expect((await postForm(kit, link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  const withoutMails = { ...groups, changes: { ...groups.changes, email: false } }
  expect((await kit.get('/api/me/notice-settings')).body).toEqual({ ...expected, groups: withoutMails })
})

test.each([
  ['an unknown group', { groups: { ...defaultNoticeSettings.groups, gossip: { push: true, email: true, sms: true } } }],
  ['a missing group', { groups: { asked: defaultNoticeSettings.groups.asked } }],
  ['an unknown way', { groups: { ...defaultNoticeSettings.groups, asked: { push: true, email: true, fax: true } } }],
  ['an email address', { email: 'kit@example.org' }],
])('notice settings with %s are refused with 400 and not stored', async (_, input) => {
  const kit = await server().createUser()
  expect((await kit.put('/api/me/notice-settings', input)).status).toBe(400)
  expect((await kit.get('/api/me/notice-settings')).body).toEqual(defaultNoticeSettings)
})

test('the 21st push subscription of a user replaces the oldest', async () => {
  const kit = await server().createUser()
  const devices = []
  for (let count = 0; count < 21; count += 1) devices.push(await subscribePushDevice(kit))
  const rows = await server().services
    .db`select id from push_subscriptions where user_id = ${kit.user.id} order by created_at`
  expect(rows.map(({ id }) => id)).toEqual(devices.slice(1).map(({ id }) => id))
})

test('a push subscription keeps its id in the same browser, and belongs to the account that subscribed last', async () => {
  const [kit, mags] = [await server().createUser(), await server().createUser()]
  const { body: subscription } = await kit.post('/dev/push-subscriptions', {})
  const add = async (client: TestClient) => (await client.post('/api/me/push-subscriptions', subscription)).body.id
  const id = await add(kit)
  expect(await add(kit)).toBe(id)
  const taken = await add(mags)
  expect((await kit.delete(`/api/me/push-subscriptions/${taken}`)).status).toBe(404)
  expect((await mags.delete(`/api/me/push-subscriptions/${taken}`)).status).toBe(204)
  expect((await mags.delete(`/api/me/push-subscriptions/${taken}`)).status).toBe(404)
})

test('a push subscription whose key is not a point on the elliptic curve is refused with 400', async () => {
  const kit = await server().createUser()
  const { body: subscription } = await kit.post('/dev/push-subscriptions', {})
  const keys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
  const { status, body } = await kit.post('/api/me/push-subscriptions', { ...subscription, keys })
  expect([status, body.message]).toEqual([400, noticeMessages.pushKeysInvalid])
})
