// Which order shows while the practice order moves on.

import { expect, test } from 'vitest'
import { isSameOrder, resolveOrder } from './resolve-order.ts'

test('keeps the order shown while the songs are the same', () => {
  expect(resolveOrder(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['a', 'b', 'c'])
})

test('never waits for a song that came or went', () => {
  expect(resolveOrder(['a', 'b'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b'])
  expect(resolveOrder(['a', 'b'], ['b'])).toEqual(['b'])
  expect(resolveOrder(['a', 'b'], ['b', 'c'])).toEqual(['b', 'c'])
})

test('tells orders apart', () => {
  expect(isSameOrder(['a', 'b'], ['a', 'b'])).toBe(true)
  expect(isSameOrder(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(isSameOrder(['a'], ['a', 'b'])).toBe(false)
})
