import { expect, test } from 'vitest'
import { isSameOrder, resolveOrder } from './practice-order.tsx'

test('resolveOrder keeps the shown order while the set of songs is the same', () => {
  expect(resolveOrder(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['a', 'b', 'c'])
})

test('resolveOrder returns the new order after a song was added or removed', () => {
  expect(resolveOrder(['a', 'b'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b'])
  expect(resolveOrder(['a', 'b'], ['b'])).toEqual(['b'])
  expect(resolveOrder(['a', 'b'], ['b', 'c'])).toEqual(['b', 'c'])
})

test('isSameOrder is true only for the same ids in the same places', () => {
  expect(isSameOrder(['a', 'b'], ['a', 'b'])).toBe(true)
  expect(isSameOrder(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(isSameOrder(['a'], ['a', 'b'])).toBe(false)
})
