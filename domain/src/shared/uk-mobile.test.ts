import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUkMobile } from './uk-mobile.ts'

test.each([
  ['+447400123456', 'Great Britain'],
  ['+447781123456', 'Guernsey'],
  ['+447797123456', 'Jersey'],
  ['+447624123456', 'the Isle of Man'],
])('%s is accepted as a mobile number in %s', (number) => expect(isUkMobile(number, { allowDrama: false })).toBe(true))

test.each([
  ['+447012345678', 'a personal number'],
  ['+447640123456', 'a pager'],
  ['+442079460000', 'a landline'],
  ['+441534123456', 'a landline in Jersey'],
  ['+443001234567', 'a company number'],
  ['+448001111111', 'a freephone number'],
  ['+33612345678', 'a French mobile'],
  ['+12025550123', 'an American number'],
  ['+44740012345', 'a digit short'],
  ['+4474001234567', 'a digit long'],
  ['+4407400123456', 'a zero too many'],
  ['07400123456', 'not E.164'],
  ['+447400123456;ext=5', 'with an extension'],
  ['+44 7400 123456', 'with spaces'],
  [' +447400123456', 'with a space'],
  ['+44７400123456', 'with a full-width digit'],
  ['+44', 'a prefix'],
  ['', 'nothing'],
])('%j is refused as a UK mobile number: %s', (number) => expect(isUkMobile(number, { allowDrama: true })).toBe(false))

test('a number of the range that Ofcom reserves for drama, +447700900000 to +447700900999, is accepted only with allowDrama', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{3}$/), fc.boolean(), (last, allowDrama) => {
      expect(isUkMobile(`+447700900${last}`, { allowDrama })).toBe(allowDrama)
    }),
  )
  for (const beside of ['+447700899999', '+447700901000'])
    expect(isUkMobile(beside, { allowDrama: true })).toBe(isUkMobile(beside, { allowDrama: false }))
})
