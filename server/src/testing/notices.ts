// Notices and push messages of test users.

import { expect } from 'vitest'
import { londonWallClock } from '@gaffer/domain/shared/dates'
import type { Notice, NoticeKind } from '@gaffer/domain/notices/notice'
import type { QuietHours } from '@gaffer/domain/notices/notice-times'
import type { PushPayload } from '@gaffer/domain/notices/push-payload'
import { listDuePendingNotices } from '#features/notices/pending-store.ts'
import { settleDueNotices } from '#features/notices/settle.ts'
import type { TestClient } from './test-client.ts'
import { fromNow } from './test-clock.ts'
import type { TestServer } from './test-server.ts'

/** With these settings a server makes and delivers notices at once. */
export const immediateNoticesEnvironment = {
  NOTICE_SETTLE_SECONDS: '0',
  NOTICE_QUIET_HOURS: 'off',
  ALLOW_PRIVATE_FETCH: '1',
}

/** The notices of the user, newest first. */
export async function readNoticesOf(client: TestClient): Promise<Notice[]> {
  return (await client.get('/api/me/notices')).body.notices
}

/** Waits until the user has exactly these kinds of notices, newest first. */
export async function expectNotices(client: TestClient, kinds: readonly NoticeKind[]): Promise<Notice[]> {
  await expect.poll(async () => (await readNoticesOf(client)).map(({ kind }) => kind)).toEqual(kinds)
  return readNoticesOf(client)
}

/** Makes the notices of all changes that are due, and waits until the notices are stored. */
export async function waitUntilDueNoticesStored({ services }: TestServer): Promise<void> {
  await settleDueNotices(services, services.ending)
  await expect
    .poll(
      async () =>
        (await listDuePendingNotices(services.db, { settleSeconds: services.config.noticeSettleSeconds, maxRows: 1 }))
          .length,
    )
    .toBe(0)
}

/** Makes no notices while `work` runs, and all of them afterwards. */
export async function settleTogether(server: TestServer, work: () => Promise<unknown>): Promise<void> {
  const { config } = server.services
  const { noticeSettleSeconds } = config
  config.noticeSettleSeconds = 3600
  try {
    await work()
  } finally {
    config.noticeSettleSeconds = noticeSettleSeconds
  }
  await waitUntilDueNoticesStored(server)
}

/** Runs `work` with these quiet hours of the server. */
export async function withQuietHours(
  { services: { config } }: TestServer,
  quietHours: QuietHours,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = config.quietHours
  config.quietHours = quietHours
  try {
    await work()
  } finally {
    config.quietHours = before
  }
}

export type FakePushDevice = { id: string; endpoint: string; origin: string }

/** A device of the fake push service, subscribed for the user. */
export async function subscribePushDevice(client: TestClient): Promise<FakePushDevice> {
  const { body: subscription } = await client.post('/dev/push-subscriptions', {})
  const { status, body } = await client.post('/api/me/push-subscriptions', subscription)
  expect(status).toBe(201)
  return { id: body.id, endpoint: subscription.endpoint, origin: new URL(subscription.endpoint).origin }
}

/** Payloads that the device got, oldest first. */
export async function readPushesTo({ endpoint }: FakePushDevice): Promise<PushPayload[]> {
  const messages = (await (await fetch(endpoint)).json()) as { payload: string }[]
  return messages.map(({ payload }) => JSON.parse(payload) as PushPayload)
}

export async function expectPushes(device: FakePushDevice, kinds: readonly NoticeKind[]): Promise<PushPayload[]> {
  await expect.poll(async () => (await readPushesTo(device)).map(({ kind }) => kind)).toEqual(kinds)
  return readPushesTo(device)
}

/** Makes the fake push service fail; null ends the fault. */
export async function setPushFault({ origin }: FakePushDevice, fault: object | null): Promise<void> {
  await fetch(`${origin}/control/fault`, {
    method: fault ? 'POST' : 'DELETE',
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
}

type Outcome = { way: string; outcome: string | null }

/** Waits until every delivery of the user's notices has an outcome, and returns the outcomes. */
export async function waitForDeliveryOutcomes({ services }: TestServer, { user }: TestClient): Promise<Outcome[]> {
  const read = () => services.db<Outcome[]>`
    select w.way, d.outcome from notices n join outgoing_messages d on d.notice_id = n.id,
    lateral (select case d.way when 'mail' then 'email' when 'text' then 'sms' else d.way end as way) w
    where n.user_id = ${user.id} order by n.id, w.way`
  await expect.poll(async () => (await read()).every(({ outcome }) => outcome !== null)).toBe(true)
  return read()
}

/** Quiet hours that began an hour ago and end in two hours, so that a test does not depend on the time of day. */
export function createQuietHoursAroundNow(): QuietHours {
  const timeInHours = (hours: number) => londonWallClock(fromNow({ hours }).getTime()).time
  return { from: timeInHours(-1), to: timeInHours(2) }
}
