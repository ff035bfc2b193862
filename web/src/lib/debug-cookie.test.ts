import { expect, it } from 'vitest'
import { maskValue, readMaskedCookies } from './debug-cookie.ts'

it('readMaskedCookies lists the names of cookies, with at most two characters of each value and its length', () => {
  expect(readMaskedCookies('theme=dark; gaffer_debug_session=0123456789abcdef==')).toEqual([
    { name: 'theme', value: '… (4 characters)' },
    { name: 'gaffer_debug_session', value: '01… (18 characters)' },
  ])
  expect(readMaskedCookies('')).toEqual([])
  expect(maskValue('short')).not.toContain('sh')
})
