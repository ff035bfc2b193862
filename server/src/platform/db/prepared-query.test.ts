import { expect, test } from 'vitest'
import { useDatabase } from '#testing/use-database.ts'
import {
  preparedHasRow,
  preparedCommand,
  preparedRequiredRow,
  preparedQuery,
  preparedOptionalRow,
} from './prepared-query.ts'

const db = useDatabase()

test('a preparedQuery can use a named parameter twice and ignores unused values', async () => {
  const select = preparedQuery(
    `select $a::text as a, $b::int as b, $a::text || $b::int as both, '12:30' as "not a name"`,
  )
  const rows = await select(db(), { b: 1, unused: 'x', a: "it's" })
  expect(rows).toEqual([{ a: "it's", b: 1, both: "it's1", 'not a name': '12:30' }])
})

test('preparedOptionalRow returns the first row or undefined, preparedHasRow whether there is a row, preparedCommand nothing', async () => {
  const rows = `select n from generate_series(1, $most::int) n`
  expect(await preparedOptionalRow(rows)(db(), { most: 2 })).toEqual({ n: 1 })
  expect(await preparedOptionalRow(rows)(db(), { most: 0 })).toBeUndefined()
  expect([await preparedHasRow(rows)(db(), { most: 2 }), await preparedHasRow(rows)(db(), { most: 0 })]).toEqual([
    true,
    false,
  ])
  expect(await preparedCommand(rows)(db(), { most: 2 })).toBeUndefined()
})

test('preparedRequiredRow returns the first row and throws without one', async () => {
  const rows = `select n from generate_series(1, $most::int) n`
  expect(await preparedRequiredRow(rows)(db(), { most: 2 })).toEqual({ n: 1 })
  await expect(preparedRequiredRow(rows)(db(), { most: 0 })).rejects.toThrow('The statement returned no row')
})

test('a preparedQuery accepts null and refuses a missing named parameter', async () => {
  const select = preparedQuery(`select $a::text as a`)
  expect(await select(db(), { a: null })).toEqual([{ a: null }])
  await expect(select(db(), {})).rejects.toThrow('Missing value for the SQL parameter $a')
})

test('the value of a named parameter is not interpreted as SQL or as a parameter name', async () => {
  const select = preparedQuery(`select $a::text as a, $b::text as b`)
  expect(await select(db(), { a: '$b', b: "'; drop table users; --" })).toEqual([
    { a: '$b', b: "'; drop table users; --" },
  ])
})
