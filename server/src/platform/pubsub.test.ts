import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { inject, expect, test } from 'vitest'
import { openDatabasePool } from '#platform/db/connection.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { useTestServer } from '#testing/test-server.ts'
import { openPubSub } from './pubsub.ts'

const testServer = useTestServer()
type Trial = { number: number }

test('pub/sub calls the whenMissed handler once after its LISTEN connection stopped answering', async () => {
  let isFrozen = false
  const proxy = await startDatabaseProxy(inject('database'), () => !isFrozen)
  let missed = 0
  const { services } = testServer()
  const pubsub = await openPubSub(proxy.address, services.db, { log: services.log, checkMs: 60, timeoutMs: 500 })
  pubsub.whenMissed(() => void (missed += 1))
  await sleep(300)
  expect(missed).toBe(0)
  isFrozen = true
  await sleep(700)
  isFrozen = false
  await expect.poll(() => missed).toBe(1)
  await pubsub.stop()
  proxy.close()
})

test('a LISTEN connection that is being reopened when pub/sub stops is closed', async () => {
  const proxy = await startDatabaseProxy(inject('database'))
  const { services } = testServer()
  const pubsub = await openPubSub(proxy.address, services.db, { log: services.log })
  const [first] = [...proxy.clients] as [Socket]
  first.destroy()
  const isReconnecting = () => !proxy.clients.has(first) && proxy.clients.size > 0
  while (!isReconnecting()) await setImmediate()
  await pubsub.stop()
  await expect.poll(() => proxy.clients.size).toBe(0)
  proxy.close()
})

test('a server whose LISTEN connection was terminated receives messages again once the database accepts connections', async () => {
  const database = await cloneDatabase(inject('database'))
  const [db, adminDb] = [openDatabasePool(database.address, 1), openDatabasePool(inject('database'), 1)]
  let received = 0
  const { log } = testServer().services
  const pubsub = await openPubSub(database.address, db, { log, checkMs: 500, timeoutMs: 200 })
  const trial = pubsub.topic<Trial>('trial')
  trial.subscribe(() => void (received += 1))
  const [row] = await db<{ name: string }[]>`select current_database() as name`
  const name = row?.name ?? ''
  await adminDb.query(`alter database ${name} allow_connections false`)
  await adminDb`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and application_name = 'gaffer listen'`
  await sleep(1200)
  expect(received).toBe(0)
  await adminDb.query(`alter database ${name} allow_connections true`)
  await expect.poll(() => (trial.publish([{ number: 1 }]), received), { interval: 100 }).toBeGreaterThan(0)
  await pubsub.stop()
  await Promise.all([db.end(), adminDb.end()])
  await database.drop()
})

test('a message published 100 times at once reaches the subscribers on two servers fewer than five times, and before a later message', async () => {
  const { log } = testServer().services
  const db = openDatabasePool(inject('database'), 2)
  const servers = [await openPubSub(inject('database'), db, { log }), await openPubSub(inject('database'), db, { log })]
  const received: number[][] = [[], []]
  const topics = servers.map((server) => server.topic<Trial>('trial'))
  for (const [at, topic] of topics.entries()) topic.subscribe(({ number }) => void received[at]?.push(number))
  servers[0]?.topic<Trial>('no subscriber').publish([{ number: 3 }])
  for (let round = 0; round < 100; round += 1) topics[0]?.publish([{ number: 1 }])
  topics[0]?.publish([{ number: 2 }])
  await expect.poll(() => received.map((one) => one.at(-1))).toEqual([2, 2])
  expect(received[0]?.length).toBeLessThan(5)
  expect(received[0]).not.toContain(3)
  expect(received[1]).toEqual(received[0])
  for (const server of servers) await server.stop()
  await db.end()
})
