// Notices, push messages, mails and texts of a band, one of whose members plays in another band in which every text is a canary.

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import type { InboxMessage } from '#dev/fakes.ts'
import { type AccessFixture } from '#testing/access-roles.ts'
import { createAccessFixture } from '#testing/access-fixture.ts'
import { createTestGig } from '#testing/builders.ts'
import { createCanaryBand, type CanaryBand } from '#testing/canary-band.ts'
import { createTestDep, askDeps, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import {
  subscribePushDevice,
  waitForDeliveryOutcomes,
  immediateNoticesEnvironment,
  readNoticesOf,
  waitUntilDueNoticesStored,
} from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ ...immediateNoticesEnvironment, SMS_NOTICES: '1' })
let scene: AccessFixture
let other: CanaryBand
beforeAll(async () => {
  scene = await createAccessFixture(server())
  other = await createCanaryBand(scene)
})
beforeEach(async () => {
  await waitUntilDueNoticesStored(server())
  for (const caller of [other.kit, other.zed]) await waitForDeliveryOutcomes(server(), caller)
})

const readInbox = async () => (await (await fetch(`${server().url}/dev/inbox?format=json`)).json()) as InboxMessage[]

test('each notice to a member of two bands has the id and the name of its own band', async () => {
  await createTestGig(scene.callers.owner, scene.band.id)
  const bandsNamed = async () =>
    new Map((await readNoticesOf(other.kit)).map(({ bandId, bandName }) => [bandId, bandName]))
  const names = [
    [scene.band.id, scene.band.name],
    [other.bandId, other.name],
  ]
  await expect.poll(async () => [...(await bandsNamed())]).toEqual(expect.arrayContaining(names))
  expect((await bandsNamed()).size).toBe(names.length)
})

test('a request with the id of another user’s notice as cursor reveals no text of that notice and does not mark it as read', async () => {
  const { owner } = scene.callers
  const { id } = (await readNoticesOf(other.zed))[0]!
  const read = await owner.get(`/api/me/notices?before=${id}`)
  expect([read.status, other.findSecrets(read.text)]).toEqual([200, []])
  expect((await owner.post('/api/me/notices/read', { upTo: id })).status).toBe(204)
  expect((await readNoticesOf(other.zed))[0]).toMatchObject({ id, readAt: null })
})

test('pushes, mails and texts of a band contain no text of another band, even for a member of both', async () => {
  const { owner, member } = scene.callers
  const { kit } = other
  const { db } = server().services
  const before = new Set((await readInbox()).map(({ id }) => id))

  await db`delete from notice_emails where user_id = ${member.user.id}`
  await db`insert into notice_emails (user_id, email, verified_at) values (${member.user.id}, 'mo@example.org', ${testClock.now()})`
  await db`delete from notices`
  await subscribePushDevice(owner)
  const texts = { push: true, email: false, sms: true }
  const admin = scene.callers.admin
  await admin.put('/api/me/notice-settings', { groups: { ...defaultNoticeSettings.groups, changes: texts } })
  // Within 24 hours, so that mails and texts go out besides push messages.
  const date = addDays(todayInLondon(testClock.now()), 1)
  const gig = await createTestGig(owner, scene.band.id, {
    date,
    startTime: '00:01',
    endTime: '02:00',
    title: 'Our own gig',
  })
  await expectKind(kit, 'answer.asked')
  const path = `/api/bands/${scene.band.id}/events/${gig.id}`
  const dep = await createTestDep(owner, scene.band.id)
  expect((await askDeps(owner, path, [dep])).status).toBe(201)
  const link = await waitForDepLinkPath(owner, dep)
  await server().newClient().post(link, { answer: 'yes' })
  await owner.patch(path, { startTime: '00:05' })
  await waitUntilDueNoticesStored(server())
  await kit.patch(path, { status: 'cancelled' })
  for (const caller of [owner, admin, member]) await expectKind(caller, 'event.cancelled')
  for (const caller of [owner, admin, member, kit]) await waitForDeliveryOutcomes(server(), caller)
  await expect
    .poll(async () => (await readInbox()).some(({ to, text }) => to === admin.user.phone && text.includes('cancelled')))
    .toBe(true)

  const sent = (await readInbox()).filter(({ id }) => !before.has(id))
  expect(new Set(sent.map(({ channel }) => channel))).toEqual(new Set(['push', 'email', 'sms']))
  for (const { channel, to, subject, text, html, headers } of sent) {
    // The To header is left out: the address of the recipient is a canary too.
    const { to: _, ...others } = headers
    const content = JSON.stringify([subject, text, html, others])
    expect([channel, to, other.findSecrets(content)]).toEqual([channel, to, []])
  }
  for (const caller of [owner, admin, member]) {
    expect(other.findSecrets((await caller.get('/api/me/notices')).text)).toEqual([])
    expect(other.findSecrets((await caller.get('/api/me/export')).text)).toEqual([])
  }
  for (const path of [link, `/api/bands/${scene.band.id}/activity`])
    expect(other.findSecrets((await owner.get(path)).text)).toEqual([])
})

async function expectKind(caller: TestClient, kind: string): Promise<void> {
  const kinds = async () => (await caller.get('/api/me/notices')).body.notices.map((one: { kind: string }) => one.kind)
  await expect.poll(kinds).toContain(kind)
}
