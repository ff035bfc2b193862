import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone-database.ts'
import { openDatabasePool, type DatabasePool } from './connection.ts'
import { isDatabaseUnavailable } from './errors.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: DatabasePool

beforeAll(async () => {
  database = await cloneDatabase(inject('database'))
  db = openDatabasePool(database.address, 1)
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

test('dates and times of the database are read as text', async () => {
  const [row] = await db`select ${'2027-03-28'}::date as date, ${'23:30'}::time as time`
  expect(row).toEqual({ date: '2027-03-28', time: '23:30:00' })
})

test('a prepared statement returns a column that was added to its table after the first run', async () => {
  await db.query('create table things (flag boolean, bytes bytea, details jsonb, day date, words text[])')
  const values = { flag: true, bytes: Buffer.from('token'), details: { a: [1] }, day: '2027-03-28', words: ['x', 'y'] }
  const add = () => db`
    insert into things (flag, bytes, details, day, words)
    values (${values.flag}, ${values.bytes}, ${JSON.stringify(values.details)}, ${values.day}, ${values.words}) returning *`
  expect(await add()).toEqual([values])
  const other = openDatabasePool(database.address, 1)
  await other.query('alter table things add column more text')
  await other.end()
  expect(await add()).toEqual([{ ...values, more: null }])
})

test('a join of 8 rows with a table of 2,000 rows does not scan the whole table', async () => {
  await db.query(`
    create table members (id uuid primary key default gen_random_uuid(), name text);
    insert into members (name) select 'Member ' || n from generate_series(1, 2000) n;
    create table bookings (member_id uuid);
    insert into bookings select id from members limit 8;
    analyze members, bookings`)
  const plan = await db.query('explain select * from bookings b join members m on m.id = b.member_id')
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on members')
})

test('isDatabaseUnavailable is true for the protocol error of a pooler without a database and false for the protocol error of a wrong statement', async () => {
  const fields = Buffer.from('SFATAL\0C08P01\0Mserver login has been failing\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + fields.length)
  const pooler = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields]))),
  )
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  const { port } = pooler.address() as AddressInfo
  const alone = openDatabasePool({ host: '127.0.0.1', port, user: 'gaffer', database: 'gaffer' }, 1)
  const away = await alone`select 1`.catch((error: unknown) => error)
  await alone.end()
  pooler.close()
  const ours = await db.query({ text: 'select $1::int, $2::int', values: [1] }).catch((error: unknown) => error)
  expect([away, ours]).toMatchObject([{ code: '08P01' }, { code: '08P01' }])
  expect([away, ours].map(isDatabaseUnavailable)).toEqual([true, false])
})
