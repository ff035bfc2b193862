// The server takes every time from its injected clock, here the test clock, and none from `Date`, which these tests move.

import { afterEach, expect, test, vi } from 'vitest'
import { createTestBand, createTestPractice } from '#testing/builders.ts'
import { signInBySms } from '#testing/sms.ts'
import { ago, fromNow } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
afterEach(() => void vi.useRealTimers())

const dayMs = 24 * 60 * 60 * 1000
function jumpSystemClock(days: number): Date {
  const now = fromNow({ days })
  vi.useFakeTimers({ toFake: ['Date'], now })
  return now
}

test.each([-400, -1, 1, 400])(
  'after a jump of the system clock by %i days a server with an injected clock keeps a session valid and signs a user in',
  async (days) => {
    const dee = await server().createUser()
    const band = await createTestBand(dee)
    const now = jumpSystemClock(days)
    expect((await dee.get('/api/me')).status).toBe(200)
    const event = await createTestPractice(dee, band.id)
    expect(Math.abs(Date.parse(event.createdAt) - now.getTime())).toBeGreaterThan(dayMs / 2)
    const again = server().newClient()
    expect((await signInBySms(again, dee.user.phone)).status).toBe(200)
    expect((await again.get('/api/me')).status).toBe(200)
  },
)

test.each([-1, 1])('an expired session stays expired after a jump of the system clock by %i days', async (days) => {
  const dee = await server().createUser()
  const { db } = server().services
  await db`update sessions set expires_at = ${ago({ seconds: 1 })} where user_id = ${dee.user.id}`
  jumpSystemClock(days)
  expect((await dee.get('/api/me')).status).toBe(401)
})

test('a request repeated after the system clock jumps by two days gets the response stored for its idempotency key', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const add = () =>
    dee.post(`/api/bands/${band.id}/songs`, { title: 'A', artist: 'B' }, { 'idempotency-key': 'over a jump' })
  const first = await add()
  jumpSystemClock(2)
  expect([(await add()).body.id, (await dee.get(`/api/bands/${band.id}/songs`)).body.length]).toEqual([
    first.body.id,
    1,
  ])
})
