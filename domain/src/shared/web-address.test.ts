import { expect, test } from 'vitest'
import { ClearableWebAddress, createWebAddressSchema, addMissingScheme } from './web-address.ts'

test.each(['https://nb.example', 'http://nb.example:8080/a/b?c=d#e', 'https://büro.example/é', 'HTTPS://NB.EXAMPLE/'])(
  'the web address %s is accepted',
  (address) => {
    expect(ClearableWebAddress.safeParse(address).data).toBe(address)
    expect(createWebAddressSchema('missing').safeParse(address).success).toBe(true)
  },
)

test.each([
  'nb.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'https:///a',
  'https://kit:secret@nb.example',
  'https://nb.example/"onclick="x',
  'https://nb.example/a b',
  `https://nb.example/${'x'.repeat(500)}`,
])('the web address %s is refused', (address) => {
  expect(ClearableWebAddress.safeParse(address).success).toBe(false)
  expect(createWebAddressSchema('missing').safeParse(address).success).toBe(false)
})

test('bidi and invisible characters are removed from a web address', () => {
  const address = 'https://nb.example/\u202Egpj\u200B.exe'
  expect(ClearableWebAddress.parse(address)).toBe('https://nb.example/gpj.exe')
  expect(createWebAddressSchema('missing').parse(address)).toBe('https://nb.example/gpj.exe')
})

test('a blank web address is null, and one that is typed without a scheme gets https', () => {
  expect(ClearableWebAddress.parse('  ')).toBeNull()
  expect([addMissingScheme(' nb.example '), addMissingScheme('http://nb.example'), addMissingScheme('')]).toEqual([
    'https://nb.example',
    'http://nb.example',
    '',
  ])
})
