// Sealed text opens for its owner and key, and for nothing else.

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyIdOf, seal, unseal } from './sealed.ts'

const key = randomBytes(32)
const sealed = seal(key, 'row 1', 'a secret ÷ 2')

test('what was sealed opens again, and no two seals are alike', () => {
  expect(unseal(key, 'row 1', sealed)).toBe('a secret ÷ 2')
  expect(seal(key, 'row 1', 'a secret ÷ 2')).not.toEqual(sealed)
  expect(sealed.toString('latin1')).not.toContain('secret')
})

test.each([
  ['with another key', () => unseal(randomBytes(32), 'row 1', sealed)],
  ['in another row', () => unseal(key, 'row 2', sealed)],
  [
    'after one changed bit',
    () => unseal(key, 'row 1', Buffer.from(sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte)))),
  ],
  ['cut short', () => unseal(key, 'row 1', sealed.subarray(0, 20))],
])('it does not open %s', (_how, open) => {
  expect(open).toThrow()
})

test('a key has one name, and another key another', () => {
  expect(keyIdOf(key)).toBe(keyIdOf(Buffer.from(key)))
  expect(keyIdOf(key)).not.toBe(keyIdOf(randomBytes(32)))
  expect(key.toString('hex')).not.toContain(keyIdOf(key))
})
