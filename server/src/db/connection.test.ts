// What must come through the driver unharmed.

import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone.ts'
import { openDatabase, type Database } from './connection.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Database

beforeAll(async () => {
  database = await cloneDatabase(inject('database'))
  db = openDatabase(database.address, 1)
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

test('dates and times are the text that was stored, in whatever zone the server runs', async () => {
  const [row] = await db`select ${'2027-03-28'}::date as date, ${'23:30'}::time as time`
  expect(row).toEqual({ date: '2027-03-28', time: '23:30:00' })
})

test('a statement that is repeated because its table changed stores the same values', async () => {
  await db.unsafe('create table things (flag boolean, bytes bytea, details jsonb, day date, words text[])')
  const values = { flag: true, bytes: Buffer.from('token'), details: { a: [1] }, day: '2027-03-28', words: ['x', 'y'] }
  const add = () => db`
    insert into things (flag, bytes, details, day, words)
    values (${values.flag}, ${values.bytes}, ${db.json(values.details)}, ${values.day}, ${values.words}) returning *`
  expect(await add()).toEqual([values])
  const other = openDatabase(database.address, 1)
  await other.unsafe('alter table things add column more text')
  await other.end()
  expect(await add()).toEqual([{ ...values, more: null }])
})

test('a table of some pages is asked by its index, and not read whole', async () => {
  await db.unsafe(`
    create table members (id uuid primary key default gen_random_uuid(), name text);
    insert into members (name) select 'Member ' || n from generate_series(1, 2000) n;
    create table bookings (member_id uuid);
    insert into bookings select id from members limit 8;
    analyze members, bookings`)
  const plan = await db.unsafe('explain select * from bookings b join members m on m.id = b.member_id')
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on members')
})
