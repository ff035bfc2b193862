import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone-database.ts'
import { openDatabase, type Database } from './connection.ts'
import { preparedQuery } from './prepared-query.ts'

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

test('a preparedQuery can use a named parameter twice and ignores unused values', async () => {
  const select = preparedQuery(
    `select $a::text as a, $b::int as b, $a::text || $b::int as both, '12:30' as "not a name"`,
  )
  const rows = await select(db, { b: 1, unused: 'x', a: "it's" })
  expect(rows).toEqual([{ a: "it's", b: 1, both: "it's1", 'not a name': '12:30' }])
})

test('a preparedQuery accepts null and refuses a missing named parameter', async () => {
  const select = preparedQuery(`select $a::text as a`)
  expect(await select(db, { a: null })).toEqual([{ a: null }])
  await expect(select(db, {})).rejects.toThrow('Missing value for the SQL parameter $a')
})

test('the value of a named parameter is not interpreted as SQL or as a parameter name', async () => {
  const select = preparedQuery(`select $a::text as a, $b::text as b`)
  expect(await select(db, { a: '$b', b: "'; drop table users; --" })).toEqual([
    { a: '$b', b: "'; drop table users; --" },
  ])
})
