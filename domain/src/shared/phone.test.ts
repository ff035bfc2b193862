import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertPhoneToE164, formatUkMobile } from './phone.ts'
import { limits } from './limits.ts'

const anyInput = fc
  .array(fc.constantFrom(...'0123456789', '44', '07', '0044', '+', '+44', ' ', '-', '(0)', 'x'), { maxLength: 14 })
  .map((parts) => parts.join(''))

describe('convertPhoneToE164', () => {
  test.each([
    '07700900123',
    '07700 900123',
    ' 07700-900-123 ',
    '(07700) 900 123',
    '7700900123',
    '+447700900123',
    '+44 7700 900123',
    '+44 (0)7700 900123',
    '+44 07700 900123',
    '0044 7700 900123',
    '0044 (0)7700-900123',
    '447700900123',
    '44 (0)7700 900123',
    'tel:+447700900123',
    '\u2066+44 7700 900123\u2069',
  ])('convertPhoneToE164 of %j is +447700900123', (typed) => expect(convertPhoneToE164(typed)).toBe('+447700900123'))

  test.each([
    ['', '+44'],
    ['0131 496 0000', '+4401314960000'],
    ['4412', '+444412'],
    ['+7 700 900123', '+7700900123'],
    ['\u2066+7 700 900123', '+7700900123'],
    ['+33 6 12 34 56 78', '+33612345678'],
  ])('convertPhoneToE164 of %j is %s', (typed, e164) => expect(convertPhoneToE164(typed)).toBe(e164))

  test('convertPhoneToE164 of any input is a plus sign and digits, and idempotent', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const e164 = convertPhoneToE164(input)
        expect(e164).toMatch(/^\+\d*$/)
        expect(convertPhoneToE164(e164)).toBe(e164)
      }),
    )
  })

  test('convertPhoneToE164 of a UK mobile number in any written form is its E.164 number, also after formatUkMobile', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{9}$/),
        fc.constantFrom('07', '7', '+447', '+44 (0)7', '00447', '447', '+44 07'),
        fc.array(fc.nat({ max: 8 }), { maxLength: 4 }),
        (rest, prefix, breaks) => {
          const pasted = prefix + [...rest].map((digit, at) => (breaks.includes(at) ? ` -${digit}` : digit)).join('')
          expect(convertPhoneToE164(pasted)).toBe(`+447${rest}`)
          expect(convertPhoneToE164(formatUkMobile(pasted))).toBe(`+447${rest}`)
        },
      ),
    )
  })
})

describe('formatUkMobile', () => {
  test.each([
    ['0', '0'],
    ['07700', '07700'],
    ['077009', '07700 9'],
    ['07700 900123', '07700 900123'],
    ['077009001234', '07700 900123'],
    ['+44 7700 900123', '07700 900123'],
    ['7700900123', '77009 00123'],
    ['call 07700.900.123', '07700 900123'],
    ['+44 (0)7700 900-123', '07700 900123'],
    ['0044 7700-900-123', '07700 900123'],
    ['447700900123', '07700 900123'],
    ['+44 20 7946 0000', '02079 460000'],
    ['+', '+'],
    ['+44', '+44'],
    ['+44 (0', '+440'],
    ['4', '4'],
    ['+7 700 900123', '+7700900123'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+998 90 123 45 67 89', '+9989012345678'],
  ])('formatUkMobile of %j is %j', (typed, shown) => expect(formatUkMobile(typed)).toBe(shown))

  test('formatUkMobile keeps all digits of a UK number and is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0[1-9]\d{0,9}$/), (digits) => {
        const shown = formatUkMobile(digits)
        expect(shown.replace(' ', '')).toBe(digits)
        expect(formatUkMobile(shown)).toBe(shown)
        expect(shown.length).toBeLessThanOrEqual(limits.phoneFieldLength)
      }),
    )
  })

  test('formatUkMobile and convertPhoneToE164 keep the country code of a foreign number, typed or pasted', () => {
    const codes = ['1', '7', '33', '49', '353', '998', '40', '45']
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.stringMatching(/^[ 0-9]{6,10}$/), (code, rest) => {
        const typed = `+${code}${rest}`
        const pasted = formatUkMobile(typed)
        const keyed = [...typed].reduce((field, key) => formatUkMobile(field + key), '')
        expect(keyed).toBe(pasted)
        expect(pasted.length).toBeLessThanOrEqual(limits.phoneFieldLength)
        expect(convertPhoneToE164(pasted)).toBe(`+${code}${rest.replaceAll(' ', '')}`)
      }),
    )
  })

  test('formatUkMobile is idempotent for any input and fits into the field', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const shown = formatUkMobile(input)
        expect(formatUkMobile(shown)).toBe(shown)
        expect(shown.length).toBeLessThanOrEqual(limits.phoneFieldLength)
      }),
    )
  })

  test('formatUkMobile shows a number typed digit by digit, with or without country code, in national format', () => {
    for (const typed of ['07700900123', '+447700900123', '00447700900123', '0044 (0)7700 900123']) {
      const shown = [...typed].reduce((field, key) => formatUkMobile(field + key), '')
      expect(shown).toBe('07700 900123')
    }
  })
})
