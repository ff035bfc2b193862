import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyIdOf, seal, unseal } from './sealed.ts'

const key = randomBytes(32)
const sealed = seal(key, 'row 1', 'a secret ÷ 2')

test('encrypted text can be decrypted, and encrypting it twice gives different bytes', () => {
  expect(unseal(key, 'row 1', sealed)).toBe('a secret ÷ 2')
  expect(seal(key, 'row 1', 'a secret ÷ 2')).not.toEqual(sealed)
  expect(sealed.toString('latin1')).not.toContain('secret')
})

test.each([
  ['with another key', () => unseal(randomBytes(32), 'row 1', sealed)],
  ['for another row', () => unseal(key, 'row 2', sealed)],
  [
    'after one changed bit',
    () => unseal(key, 'row 1', Buffer.from(sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte)))),
  ],
  ['of truncated bytes', () => unseal(key, 'row 1', sealed.subarray(0, 20))],
])('decryption fails %s', (_how, open) => {
  expect(open).toThrow()
})

test('equal keys have the same id, different keys different ids, and an id is not part of the key', () => {
  expect(keyIdOf(key)).toBe(keyIdOf(Buffer.from(key)))
  expect(keyIdOf(key)).not.toBe(keyIdOf(randomBytes(32)))
  expect(key.toString('hex')).not.toContain(keyIdOf(key))
})
