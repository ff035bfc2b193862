import { setTimeout as sleep } from 'node:timers/promises'
import { inject, expect, test } from 'vitest'
import { openDatabase } from '#db/connection.ts'
import { cloneDatabase } from '#testing/clone.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { useWorld } from '#testing/world.ts'
import { openChannel } from './channel.ts'

const world = useWorld()
type Trial = { number: number }

test('a LISTEN connection that stops answering is replaced, and missed messages are reported', async () => {
  let isFrozen = false
  const proxy = await startDatabaseProxy(inject('database'), () => !isFrozen)
  let missed = 0
  const { deps } = world()
  const channel = await openChannel(proxy.address, deps.db, { log: deps.log, checkMs: 60, patienceMs: 500 })
  channel.whenMissed(() => void (missed += 1))
  await sleep(300)
  expect(missed).toBe(0)
  isFrozen = true
  await sleep(700)
  isFrozen = false
  await expect.poll(() => missed).toBe(1)
  await channel.stop()
  proxy.close()
})

test('a LISTEN connection that the database terminated and refused is reopened once it is allowed', async () => {
  const database = await cloneDatabase(inject('database'))
  const [db, judge] = [openDatabase(database.address, 1), openDatabase(inject('database'), 1)]
  let heard = 0
  const { log } = world().deps
  const channel = await openChannel(database.address, db, { log, checkMs: 500, patienceMs: 200 })
  const trial = channel.topic<Trial>('trial')
  trial.hear(() => void (heard += 1))
  const [row] = await db<{ name: string }[]>`select current_database() as name`
  const name = row?.name ?? ''
  await judge.query(`alter database ${name} allow_connections false`)
  await judge`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and application_name = 'gaffer listen'`
  await sleep(1200)
  expect(heard).toBe(0)
  await judge.query(`alter database ${name} allow_connections true`)
  await expect.poll(() => (trial.tell([{ number: 1 }]), heard), { interval: 100 }).toBeGreaterThan(0)
  await channel.stop()
  await Promise.all([db.end(), judge.end()])
  await database.drop()
})

test('repeated messages in one topic are coalesced, keep their order and reach every server, and other topics do not', async () => {
  const { log } = world().deps
  const db = openDatabase(inject('database'), 2)
  const channels = [
    await openChannel(inject('database'), db, { log }),
    await openChannel(inject('database'), db, { log }),
  ]
  const heard: number[][] = [[], []]
  const topics = channels.map((channel) => channel.topic<Trial>('trial'))
  for (const [at, topic] of topics.entries()) topic.hear(({ number }) => void heard[at]?.push(number))
  channels[0]?.topic<Trial>('nobody listens').tell([{ number: 3 }])
  for (let round = 0; round < 100; round += 1) topics[0]?.tell([{ number: 1 }])
  topics[0]?.tell([{ number: 2 }])
  await expect.poll(() => heard.map((one) => one.at(-1))).toEqual([2, 2])
  expect(heard[0]?.length).toBeLessThan(5)
  expect(heard[0]).not.toContain(3)
  expect(heard[1]).toEqual(heard[0])
  for (const channel of channels) await channel.stop()
  await db.end()
})
