// What is kept of the calendars built last.

import { expect, test, vi } from 'vitest'
import { keepLately } from './lately.ts'

test('a text is built once, until as many others were wanted after it', async () => {
  const build = vi.fn((key: string) => Promise.resolve(`text of ${key}`))
  const lately = keepLately(2)
  const wanted = (key: string) => lately(key, () => build(key))
  expect(await wanted('a')).toBe('text of a')
  await wanted('b')
  expect(await wanted('a')).toBe('text of a')
  await wanted('c')
  await wanted('a')
  expect(build.mock.calls).toEqual([['a'], ['b'], ['c']])
  await wanted('b')
  expect(build.mock.calls).toHaveLength(4)
})

test('what failed is tried again', async () => {
  const lately = keepLately(2)
  await expect(lately('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await lately('a', () => Promise.resolve('text'))).toBe('text')
})
