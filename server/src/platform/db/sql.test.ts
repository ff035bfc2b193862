import { expect, test } from 'vitest'
import { commaSeparated, identifier, sql } from './sql.ts'

test('sql turns values into numbered parameters in their order', () => {
  const { text, values } = sql`select * from songs where band_id = ${'b'} and title = ${"it's"}`
  expect([text, values]).toEqual(['select * from songs where band_id = $1 and title = $2', ['b', "it's"]])
})

test('sql inlines a fragment and numbers its parameters with the others', () => {
  const isOpen = sql`uses < ${25} and not ${false}`
  const { text, values } = sql`select from invitations where kind = ${'general'} and ${isOpen} limit ${1}`
  expect(text).toBe('select from invitations where kind = $1 and uses < $2 and not $3 limit $4')
  expect(values).toEqual(['general', 25, false, 1])
})

test('identifier quotes names and escapes quotes in them', () => {
  const changes = commaSeparated([sql`${identifier('na"me')} = ${1}`, sql`${identifier('role')} = ${2}`])
  expect([changes.text, changes.values]).toEqual(['"na""me" = $1, "role" = $2', [1, 2]])
})

test('sql refuses undefined and accepts null', () => {
  expect(() => sql`select ${undefined}`).toThrow('A parameter is undefined, after: select ')
  expect(sql`select ${null}`.values).toEqual([null])
})
