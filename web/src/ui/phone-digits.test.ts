// How a phone number reads while it is typed, and what is sent of it.

import { expect, it } from 'vitest'
import { formatPhone, toE164 } from './phone-digits.ts'

it.each([
  ['', ''],
  ['07700', '07700'],
  ['077009', '07700 9'],
  ['07700900123', '07700 900123'],
  ['07700 900123 4', '07700 900123'],
  ['+44 7700 900123', '07700 900123'],
  ['+44 (0)7700 900-123', '07700 900123'],
  ['0044 7700-900-123', '07700 900123'],
  ['447700900123', '07700 900123'],
  ['call 07700.900.123', '07700 900123'],
  ['7700900123', '77009 00123'],
])('shows %j as %j', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
  expect(formatPhone(shown)).toBe(shown)
  expect(shown.length).toBeLessThanOrEqual(14)
})

it('keeps a country code that is still being typed', () => {
  const typed = [...'447700900123'].reduce((shown, digit) => formatPhone(shown + digit), '')
  expect(typed).toBe('07700 900123')
})

it.each([
  ['07700 900123', '+447700900123'],
  ['+447700900123', '+447700900123'],
  ['7700900123', '+447700900123'],
  ['01632 960123', '+4401632960123'],
])('sends %j as %j', (typed, sent) => {
  expect(toE164(typed)).toBe(sent)
})
