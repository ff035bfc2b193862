import { expect, test } from 'vitest'
import { isSameOrder, resolveOrder } from './practice-order.tsx'

test('the shown order stays while the set of songs is the same', () => {
  expect(resolveOrder(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['a', 'b', 'c'])
})

test('an added or removed song updates the shown order at once', () => {
  expect(resolveOrder(['a', 'b'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b'])
  expect(resolveOrder(['a', 'b'], ['b'])).toEqual(['b'])
  expect(resolveOrder(['a', 'b'], ['b', 'c'])).toEqual(['b', 'c'])
})

test('orders are equal only with the same ids in the same places', () => {
  expect(isSameOrder(['a', 'b'], ['a', 'b'])).toBe(true)
  expect(isSameOrder(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(isSameOrder(['a'], ['a', 'b'])).toBe(false)
})
