import fc from 'fast-check'
import { expect, test } from 'vitest'
import { googleErrorMessageFor, googleErrorMessages, safeInternalPath } from './google-sign-in.ts'
import { signInMessages } from './sign-in-messages.ts'

test.each(['/', '/dashboard', '/calendar?month=2027-03', '/invite/aB_c-9', '/songs?q=a%20b&x=1'])(
  'safeInternalPath accepts %s',
  (path) => {
    expect(safeInternalPath(path)).toBe(path)
  },
)

test.each([
  '',
  'dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/dashboard//evil.example',
  '/@evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  '/dashboard#//evil.example',
  '/dashboard\u0000',
  `/${'a'.repeat(500)}`,
])('safeInternalPath refuses %j', (path) => {
  expect(safeInternalPath(path)).toBeNull()
})

test('every path that safeInternalPath accepts resolves to this site', () => {
  const piece = fc.constantFrom(
    '/',
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '\t',
    'http:',
    'evil.example',
    'a',
  )
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(piece).map((some) => some.join('')),
  )
  fc.assert(
    fc.property(text, (text) => {
      const path = safeInternalPath(text) ?? '/'
      const url = new URL(path, 'https://gaffer.example')
      expect([url.origin, url.pathname + url.search]).toEqual(['https://gaffer.example', path])
    }),
    { numRuns: 2000 },
  )
})

test('googleErrorMessageFor has a message of its own for each known code and the general message for an unknown one', () => {
  const codes = Object.keys(googleErrorMessages)
  expect(new Set(codes.map(googleErrorMessageFor)).size).toBe(codes.length)
  expect(googleErrorMessageFor('google_needs_phone')).toBe(signInMessages.googleNeedsPhone)
  for (const code of ['', 'constructor', '__proto__', '<b>']) {
    expect(googleErrorMessageFor(code)).toBe(signInMessages.googleFailed)
  }
})
