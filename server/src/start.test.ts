import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/test-server.ts'

test('a shutdown answers requests in flight, refuses new ones and does not wait for kept-alive connections', async () => {
  const server = await startTestServer()
  const dee = await server.createUser()
  const { db } = server.deps
  await dee.get('/healthz')
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx`lock table users in access exclusive mode`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const answers = Promise.all(Array.from({ length: 5 }, () => dee.get('/api/me')))
  for (let waiting = 0; waiting < 5; await sleep(10)) {
    const [row] = await db<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    waiting = row?.waiting ?? 0
  }
  const began = performance.now()
  const stopped = server.stop()
  const ask = () => dee.get('/healthz').then(String, (error: Error) => error.message)
  await expect.poll(ask).toBe('fetch failed')
  release.resolve()
  await holding
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await stopped
  expect(performance.now() - began).toBeLessThan(5000)
})
