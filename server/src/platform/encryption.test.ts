import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt, keyFingerprint } from './encryption.ts'

const key = randomBytes(32)
const encrypted = encrypt(key, 'row 1', 'a secret ÷ 2')

test('encrypted text decrypts to the original and does not contain it, and two encryptions of one text differ', () => {
  expect(decrypt(key, 'row 1', encrypted)).toBe('a secret ÷ 2')
  expect(encrypt(key, 'row 1', 'a secret ÷ 2')).not.toEqual(encrypted)
  expect(encrypted.toString('latin1')).not.toContain('secret')
})

test.each([
  ['with another key', () => decrypt(randomBytes(32), 'row 1', encrypted)],
  ['in another row', () => decrypt(key, 'row 2', encrypted)],
  [
    'after one changed bit',
    () => decrypt(key, 'row 1', Buffer.from(encrypted.map((byte, at) => (at === 30 ? byte ^ 1 : byte)))),
  ],
  ['cut short', () => decrypt(key, 'row 1', encrypted.subarray(0, 20))],
])('decrypt throws for an encrypted text %s', (_how, attempt) => {
  expect(attempt).toThrow()
})

test('equal keys have equal fingerprints, different keys have different fingerprints, and no fingerprint is part of its key', () => {
  expect(keyFingerprint(key)).toBe(keyFingerprint(Buffer.from(key)))
  expect(keyFingerprint(key)).not.toBe(keyFingerprint(randomBytes(32)))
  expect(key.toString('hex')).not.toContain(keyFingerprint(key))
})
