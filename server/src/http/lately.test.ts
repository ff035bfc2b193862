import { expect, test } from 'vitest'
import { keepLately } from './lately.ts'

const of = (letter: string, length = 4000) => ({ tag: letter, bytes: Buffer.from(letter.repeat(length)) })

test('the cache evicts the least recently used entry', () => {
  const lately = keepLately(10_000)
  lately.put('a', of('a'))
  lately.put('b', of('b'))
  expect(lately.get('a')).toEqual(of('a'))
  lately.put('c', of('c'))
  expect(['a', 'b', 'c'].map((key) => lately.get(key)?.tag)).toEqual(['a', undefined, 'c'])
})

test('setting a cached key again replaces its entry and its size', () => {
  const lately = keepLately(10_000)
  for (const letter of 'abcdef') lately.put('same', of(letter))
  lately.put('other', of('x'))
  expect([lately.get('same')?.tag, lately.get('other')?.tag]).toEqual(['f', 'x'])
})

test('an entry larger than the cache is not stored and clears the cache', () => {
  const lately = keepLately(10_000)
  lately.put('a', of('a'))
  lately.put('long', of('l', 10_000))
  expect([lately.get('a'), lately.get('long')]).toEqual([undefined, undefined])
})

test('empty entries count towards the cache size', () => {
  const lately = keepLately(10_000)
  for (let asked = 0; asked < 1000; asked += 1) lately.put(`question ${asked}`, of('', 0))
  const kept = Array.from({ length: 1000 }, (_, asked) => lately.get(`question ${asked}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(20)
})
