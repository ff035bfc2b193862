// The line between servers, where no page is open: what it does when it goes deaf.

import { setTimeout as sleep } from 'node:timers/promises'
import { inject, expect, test } from 'vitest'
import { openDatabase } from '#db/connection.ts'
import { cloneDatabase } from '#testing/clone.ts'
import { useWorld } from '#testing/world.ts'
import { openChannel, type Announcement } from './channel.ts'

const world = useWorld()
const change: Announcement = { what: 'events', bandId: 'a', userId: null, page: null }

test('who does not hear themselves listens anew, and may have missed something', async () => {
  // Notices go out in another database than the one that is listened on, as into a connection that is dead.
  let missed = 0
  const { deps } = world()
  const ears = { log: deps.log, heard: () => undefined, missed: () => void (missed += 1) }
  const channel = await openChannel(inject('database'), deps.db, { ...ears, checkMs: 60, patienceMs: 20 })
  await expect.poll(() => missed).toBeGreaterThan(1)
  await channel.stop()
})

test('a server that was sent away while it listened hears again soon after it is let in', async () => {
  const database = await cloneDatabase(inject('database'))
  const [db, judge] = [openDatabase(database.address, 1), openDatabase(inject('database'), 1)]
  let heard = 0
  const ears = { log: world().deps.log, heard: () => void (heard += 1), missed: () => undefined }
  const channel = await openChannel(database.address, db, { ...ears, checkMs: 500, patienceMs: 200 })
  const [row] = await db<{ name: string }[]>`select current_database() as name`
  const name = row?.name ?? ''
  await judge.unsafe(`alter database ${name} allow_connections false`)
  await judge`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and query like 'listen%'`
  await sleep(1200)
  expect(heard).toBe(0)
  await judge.unsafe(`alter database ${name} allow_connections true`)
  await expect.poll(() => (channel.announce([change]), heard), { timeout: 4000, interval: 100 }).toBeGreaterThan(0)
  await channel.stop()
  await Promise.all([db.end(), judge.end()])
  await database.drop()
})

test('what is announced many times at once is heard once or twice, in order, by everybody who listens', async () => {
  const { deps } = world()
  const db = openDatabase(inject('database'), 2)
  const heard: string[][] = [[], []]
  const open = (of: string[]) =>
    openChannel(inject('database'), db, {
      log: deps.log,
      heard: ({ bandId }) => void of.push(bandId ?? ''),
      missed: () => undefined,
    })
  const channels = [await open(heard[0] as string[]), await open(heard[1] as string[])]
  for (let round = 0; round < 100; round += 1) channels[0]?.announce([change])
  channels[0]?.announce([{ ...change, bandId: 'b' }])
  await expect.poll(() => heard.map((one) => one.at(-1))).toEqual(['b', 'b'])
  expect(heard[0]?.length).toBeLessThan(5)
  expect(heard[1]).toEqual(heard[0])
  for (const channel of channels) await channel.stop()
  await db.end()
})
