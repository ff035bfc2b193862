import { expect, test } from 'vitest'
import { fragment, identifier } from './query-tag.ts'

test('a query turns values into numbered parameters in their order', () => {
  const { text, values } = fragment`select * from songs where band_id = ${'b'} and title = ${"it's"}`
  expect([text, values]).toEqual(['select * from songs where band_id = $1 and title = $2', ['b', "it's"]])
})

test('a query inlines a fragment and numbers the parameters of query and fragment together', () => {
  const isOpen = fragment`uses < ${25} and not ${false}`
  const { text, values } = fragment`select from invitations where kind = ${'general'} and ${isOpen} limit ${1}`
  expect(text).toBe('select from invitations where kind = $1 and uses < $2 and not $3 limit $4')
  expect(values).toEqual(['general', 25, false, 1])
})

test('identifier puts a name into double quotes and doubles a quote in the name', () => {
  const { text, values } = fragment`select ${identifier('na"me')} from songs where key = ${1}`
  expect([text, values]).toEqual(['select "na""me" from songs where key = $1', [1]])
})

test('a query throws for a parameter that is undefined, and accepts null', () => {
  expect(() => fragment`select ${undefined}`).toThrow('A parameter is undefined, after: select ')
  expect(fragment`select ${null}`.values).toEqual([null])
})
