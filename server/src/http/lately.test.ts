// What stays of the answers made last, and what goes.

import { expect, test } from 'vitest'
import { keepLately } from './lately.ts'

const of = (letter: string, length = 4) => ({ tag: letter, bytes: Buffer.from(letter.repeat(length)) })

test('what was wanted last stays, and what nobody wanted goes', () => {
  const lately = keepLately(8)
  lately.put('a', of('a'))
  lately.put('b', of('b'))
  expect(lately.get('a')).toEqual(of('a'))
  lately.put('c', of('c'))
  expect(['a', 'b', 'c'].map((key) => lately.get(key)?.tag)).toEqual(['a', undefined, 'c'])
})

test('another answer to the same takes the place of the first, and its weight with it', () => {
  const lately = keepLately(8)
  for (const letter of 'abcdef') lately.put('same', of(letter))
  lately.put('other', of('x'))
  expect([lately.get('same')?.tag, lately.get('other')?.tag]).toEqual(['f', 'x'])
})

test('an answer longer than all that is kept is not kept, nor is anything beside it', () => {
  const lately = keepLately(8)
  lately.put('a', of('a'))
  lately.put('long', of('l', 9))
  expect([lately.get('a'), lately.get('long')]).toEqual([undefined, undefined])
})
