import { expect, test } from 'vitest'
import { isReservedSlug, Slug, suggestSlug } from './slug.ts'

test.each([
  ['the-night-buses', 'the-night-buses'],
  [' The-Night-Buses ', 'the-night-buses'],
  ['abc', 'abc'],
  ['a'.repeat(40), 'a'.repeat(40)],
])('Slug accepts the typed address %s as %s', (typed, slug) => {
  expect(Slug.safeParse(typed).data).toBe(slug)
})

test.each(['', 'ab', 'a'.repeat(41), '-abc', 'abc-', 'a--b', 'a b', 'a.b', 'äbc', 'a/b', 5, null])(
  'Slug refuses the address %j',
  (typed) => {
    expect(Slug.safeParse(typed).success).toBe(false)
  },
)

test.each([
  ['The Night Buses', 'the-night-buses'],
  ["Rosie's & the Café", 'rosies-and-the-cafe'],
  ['Admin', ''],
  ['!!!', ''],
])('the suggested address of the band %s is %j', (name, slug) => {
  expect(suggestSlug(name)).toBe(slug)
})

test('isReservedSlug is true for addresses that Gaffer uses itself, such as "api", and false for that of a band', () => {
  expect(['api', 'admin', 'sign-in', 'www'].map(isReservedSlug)).toEqual([true, true, true, true])
  expect(isReservedSlug('the-night-buses')).toBe(false)
})
