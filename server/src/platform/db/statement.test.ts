import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/use-database.ts'
import { command, hasRow, isoText, literal, manyRows, oneRow, optionalRow, sql } from './statement.ts'

const db = useDatabase()
const Person = z.strictObject({ name: z.string(), age: z.nullable(z.int()) })

test('a statement sends the value of each named parameter, even if the parameter occurs twice', async () => {
  const find = optionalRow(
    Person,
    sql<{ name: string; age: number }>`
    select $name::text as name, $age::int as age where $name <> '' and $age::int > 0`,
  )
  expect(await find(db(), { name: "O'Hara", age: 40 })).toEqual({ name: "O'Hara", age: 40 })
  expect(await find(db(), { name: '', age: 40 })).toBeUndefined()
})

test('a statement refuses to run without the value of a parameter, and accepts null', async () => {
  const find = oneRow(Person, sql<{ age?: number | null }>`select '' as name, $age::int as age`)
  await expect(find(db(), {})).rejects.toThrow('Missing value for the SQL parameter $age')
  expect(await find(db(), { age: null })).toEqual({ name: '', age: null })
})

test('a statement inlines SQL fragments with their parameters, and literals with escaped quotes', async () => {
  const isAdult = sql`$age::int >= ${literal(18)}`
  const find = hasRow(sql<{ age: number }>`select where ${isAdult} and 'it''s' in (${literal(["it's", 'other'])})`)
  expect(await find(db(), { age: 18 })).toBe(true)
  expect(await find(db(), { age: 17 })).toBe(false)
})

test('the SQL parameters $now and $today default to the time and the London day of the clock, and a caller can give other values', async () => {
  const Times = z.strictObject({ now: z.date(), today: z.string() })
  const read = oneRow(Times, sql<{ now?: Date; today?: string }>`select $now as now, $today::text as today`)
  const clock = { now: () => new Date('2026-06-30T23:30:00Z') }
  expect(await read(Object.assign((() => undefined) as never, { ...db(), clock }), {})).toEqual({
    now: clock.now(),
    today: '2026-07-01',
  })
  const now = new Date('2020-01-01T00:00:00Z')
  expect(await read(db(), { now, today: '2020-01-01' })).toEqual({ now, today: '2020-01-01' })
})

test('a statement that requires a row throws if the result has no row', async () => {
  await expect(oneRow(Person, sql`select '' as name, 1 as age where false`)(db(), {})).rejects.toThrow(
    'returned no row',
  )
})

test('a command rejects with the PostgreSQL error of its statement', async () => {
  await expect(command(sql<{ age: number }>`select 1 / $age::int`)(db(), { age: 0 })).rejects.toThrow(
    'division by zero',
  )
})

test.each([
  ['a missing column', sql`select 'Dee' as name`],
  ['a column that the schema lacks', sql`select 'Dee' as name, 40 as age, true as "isTall"`],
  ['a column of another type', sql`select 'Dee' as name, 'forty' as age`],
  ['a null where the schema has none', sql`select null::text as name, 40 as age`],
])('in tests, a statement that returns a row with %s is rejected', async (_, statement) => {
  await expect(manyRows(Person, statement)(db(), {})).rejects.toThrow('A row differs from the schema of its statement')
})

test('isoText formats an instant like Date.toISOString, with three digits of milliseconds, in three time zones', async () => {
  const instants = [
    '2027-03-28T00:59:59.999999Z',
    '2027-03-28T01:00:00Z',
    '2027-10-31T01:00:00.070Z',
    '2028-02-29T23:59:59.9Z',
  ]
  const format = manyRows(
    z.strictObject({ text: z.string() }),
    sql<{ instants: readonly string[] }>`
      select ${isoText(sql`at`)} as text from unnest($instants::timestamptz[]) with ordinality as t (at, n) order by n`,
  )
  await db().withConnection(async (connection) => {
    for (const zone of ['UTC', 'Europe/London', 'Asia/Kathmandu']) {
      await connection.query(`set timezone to '${zone}'`)
      const rows = await format(connection, { instants })
      expect(rows.map(({ text }) => text)).toEqual(instants.map((instant) => new Date(instant).toISOString()))
    }
    await connection.query('reset timezone')
  })
})
