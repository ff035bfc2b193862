// What is left over from a statement or a connection that broke off must not reach whoever comes next.

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone.ts'
import { openDatabase, type Database } from './connection.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Database
let judge: Database

beforeAll(async () => {
  database = await cloneDatabase(inject('database'))
  db = openDatabase(database.address, 1)
  judge = openDatabase(database.address, 1)
})
afterAll(async () => {
  await Promise.all([db.end(), judge.end()])
  await database.drop()
})

const numbers = (sql: Pick<Database, 'unsafe'>) => sql.unsafe('select n from generate_series(1, 3) n')

const endOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: Error & { code: string }) => error.code,
  )

async function backEnd(sql: Pick<Database, 'unsafe'>): Promise<number> {
  const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return row?.pid ?? 0
}

/** Has the database close the pool's only connection while it is asked for something. */
async function breakOff(statement: string): Promise<void> {
  const pid = await backEnd(db)
  const broken = endOf(db.unsafe(statement))
  // As soon as it is at it.
  let isAtIt = false
  while (!isAtIt) {
    const [found] = await judge`
      select from pg_stat_activity where pid = ${pid} and state = 'active' and query = ${statement}`
    isAtIt = found !== undefined
  }
  await judge`select pg_terminate_backend(${pid})`
  expect(await broken).toBe('CONNECTION_CLOSED')
}

test('rows stand at their places after a statement that broke off between two of its own', async () => {
  await expect(db`select 1 / (4 - n) from generate_series(1, 10) n`).rejects.toThrow('division by zero')
  const rows = await numbers(db)
  expect([rows.count, rows.length, [...rows]]).toEqual([3, 3, [{ n: 1 }, { n: 2 }, { n: 3 }]])
  await expect(db`select 1 / (4 - n) from generate_series(1, 10) n`).rejects.toThrow('division by zero')
  expect((await db`select n from generate_series(1, 2) n`.raw()).length).toBe(2)
})

test('the query after a connection that the database closed is answered', async () => {
  await breakOff('select pg_sleep(60)')
  expect([...(await numbers(db))]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('so is a transaction', async () => {
  await breakOff('select pg_sleep(60)')
  expect(await db.begin(async (tx) => [...(await numbers(tx))])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('and rows stand at their places, also where the connection broke off between two of them', async () => {
  // Wide enough that the first go out before the last are made.
  await breakOff(`select repeat('x', 9000), pg_sleep(n * 20) from generate_series(0, 2) n`)
  expect([...(await numbers(db))]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('all connections closed at once are used again at once', async () => {
  const many = openDatabase(database.address, 6)
  const ask = () => numbers(many).then((rows) => rows.length)
  const askAll = () => Promise.all([1, 2, 3, 4, 5, 6].map(ask))
  await askAll()
  for (let round = 0; round < 6; round += 1) {
    // Whoever hears that theirs broke asks others, which are about to.
    const asking = [1, 2].map(() => endOf(many`select pg_sleep(60)`.catch(() => Promise.all([ask(), ask()]))))
    await Promise.all([ask(), ask(), ask(), ask()])
    await judge`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const soon = sleep(1900).then(endless)
    // Some may be cut off once more; none may wait for a connection that never comes.
    for (const end of await Promise.race([Promise.all(asking), soon])) {
      expect(['answered', 'CONNECTION_CLOSED', '57P01', 'EPIPE', 'ECONNRESET']).toContain(end)
    }
    // By now it is known of all of them.
    await sleep(100)
    expect(await Promise.race([askAll(), soon])).toEqual([3, 3, 3, 3, 3, 3])
  }
  await many.end()
})

function endless(): never {
  throw Object.assign(new Error('It took too long'), { code: 'endless' })
}

test('a transaction whose connection is gone does nothing any more, least of all within another', async () => {
  await db`create table written (by text)`
  const other = Promise.withResolvers<void>()
  const first = endOf(
    db.begin(async (tx) => {
      await tx`insert into written values ('first, before')`
      await judge`select pg_terminate_backend(${await backEnd(tx)})`
      // Until another has the connection.
      await other.promise
      await Promise.allSettled([tx`insert into written values ('first, after')`, tx`rollback`])
    }),
  )
  expect(await first).toBe('CONNECTION_CLOSED')
  await db.begin(async (tx) => {
    await tx`insert into written values ('second')`
    other.resolve()
    await sleep(50)
    await tx`insert into written values ('second, after')`
  })
  expect((await db`select by from written`).map(({ by }) => by as string)).toEqual(['second', 'second, after'])
})

/** The first is described before it is asked, so the others stand in a queue of whoever holds the connection. */
const askThree = (sql: Pick<Database, 'unsafe'>) =>
  ['pg_sleep(60), $1::int', '$1::int', '$1::text'].map((what) => endOf(sql.unsafe(`select ${what}`, [1])))
const orWaitedFor = (asked: Promise<unknown>[]) =>
  Promise.all(asked.map((one) => Promise.race([one, sleep(2000).then(() => 'waited for')])))
const allClosed = ['CONNECTION_CLOSED', 'CONNECTION_CLOSED', 'CONNECTION_CLOSED']

test('what a lost transaction had yet to ask is refused, and not waited for', async () => {
  let asked: Promise<unknown>[] = []
  const lost = db.begin(async (tx) => {
    const pid = await backEnd(tx)
    asked = askThree(tx)
    await sleep(100)
    await judge`select pg_terminate_backend(${pid})`
    await Promise.all(asked)
  })
  expect(await endOf(lost)).toBe('CONNECTION_CLOSED')
  expect(await orWaitedFor(asked)).toEqual(allClosed)
})

test('so is what somebody had yet to ask who kept a connection for themselves', async () => {
  const kept = await db.reserve()
  const pid = await backEnd(kept)
  const asked = askThree(kept)
  await sleep(100)
  await judge`select pg_terminate_backend(${pid})`
  expect(await orWaitedFor(asked)).toEqual(allClosed)
  kept.release()
})

test('nor does who kept one do anything in its next life', async () => {
  const kept = await db.reserve()
  await judge`select pg_terminate_backend(${await backEnd(kept)})`
  await sleep(100)
  // Another uses the one that took its place.
  expect([...(await numbers(db))]).toHaveLength(3)
  expect(await endOf(kept`select 1`)).toBe('CONNECTION_CLOSED')
  kept.release()
  expect(await Promise.all([numbers(db), numbers(db)])).toHaveLength(2)
})

test('a host that closes each connection at once is asked again now and then, and whoever waits is told', async () => {
  let calls = 0
  const host = createServer((socket) => {
    calls += 1
    socket.resume().end()
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const one = openDatabase(`postgres://gaffer@127.0.0.1:${(host.address() as AddressInfo).port}/gaffer`, 1)
  const ends = Date.now() + 1000
  while (Date.now() < ends) expect(await endOf(one`select 1`)).toBe('CONNECTION_CLOSED')
  expect(calls).toBeGreaterThan(1)
  expect(calls).toBeLessThan(10)
  await one.end({ timeout: 0 })
  host.close()
})
