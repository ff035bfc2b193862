import { messages } from '@gaffer/domain/shared/messages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventTypes, isGigOrFestival } from '@gaffer/domain/shared/event-type'
import {
  emptyGigSheet,
  GigSheet,
  GigSheetInput,
  GigSheetShareInput,
  parsePoundsToPence,
  toSharedGigSheet,
  SharedGigSheet,
} from './gig-sheet.ts'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { gigSheetMessages } from './gig-sheet-messages.ts'

const { version: _, ...emptyInput } = emptyGigSheet
const refusal = (input: object) => GigSheetInput.safeParse(input).error?.issues[0]?.message

test('isGigOrFestival is true for gigs, public gigs and festivals only', () => {
  expect(eventTypes.filter(isGigOrFestival)).toEqual(['gig', 'public_gig', 'festival'])
})

describe('GigSheetInput', () => {
  test('GigSheetInput parses fields that are left out, null or blank as empty', () => {
    expect(GigSheetInput.parse({})).toEqual(emptyInput)
    expect(GigSheetInput.parse({ address: ' ', contactEmail: '', contactPhone: null, feePence: null })).toEqual(
      emptyInput,
    )
    expect(GigSheet.parse(emptyGigSheet)).toEqual(emptyGigSheet)
  })

  test('GigSheetInput keeps all fields of a complete sheet, and the order of its times', () => {
    const sheet = {
      address: '96-98 Pentonville Rd\nLondon N1 9JB',
      times: [
        { time: '17:00', label: 'Load-in' },
        { time: '01:00', label: 'Curfew' },
      ],
      contactName: 'Dave',
      contactPhone: '+44 (0)20 7837 5371',
      contactEmail: 'dave@example.com',
      gettingThere: 'Load in at the back',
      gear: 'Full backline',
      hospitality: 'Curry',
      feePence: 25_050,
      feeNote: 'Cash',
      feePaid: true,
    }
    expect(GigSheetInput.parse(sheet)).toEqual(sheet)
  })

  test('GigSheetInput refuses over 20 running times and a bad time, label, fee, email or phone with the message of the field, and an unknown field', () => {
    const times = Array.from({ length: 21 }, () => ({ time: '17:00', label: 'Load-in' }))
    expect(refusal({ times: times.slice(1) })).toBeUndefined()
    expect(refusal({ times })).toBe(gigSheetMessages.runningTimesTooMany)
    expect(refusal({ times: [{ time: '17:00', label: '' }] })).toBe(gigSheetMessages.runningTimeLabelRequired)
    expect(refusal({ times: [{ time: '5pm', label: 'Doors' }] })).toBe('Choose a real time')
    for (const feePence of [-1, 0.5, 100_000_001]) expect(refusal({ feePence })).toBe(gigSheetMessages.feeInvalid)
    expect(refusal({ contactEmail: 'dave' })).toBe(messages.emailInvalid)
    for (const contactPhone of ['Dave', '+', '0207 ext. 5', '07700 900123;cmd']) {
      expect(refusal({ contactPhone })).toBe(messages.contactPhoneInvalid)
    }
    expect(refusal({ version: 3 })).toBeDefined()
  })

  test('a fee of £0 is kept and differs from no fee', () => {
    expect(GigSheetInput.parse({ feePence: 0 }).feePence).toBe(0)
    expect(GigSheetInput.parse({}).feePence).not.toBe(0)
  })
})

describe('toSharedGigSheet', () => {
  const secret = { fee: 'FEE-SECRET', contact: 'CONTACT-SECRET' }
  const anySheet: fc.Arbitrary<GigSheet> = fc.record({
    address: fc.option(fc.string()),
    times: fc.array(fc.record({ time: fc.constant('17:00'), label: fc.string() }), { maxLength: 3 }),
    contactName: fc.constant(secret.contact),
    contactPhone: fc.constant(secret.contact),
    contactEmail: fc.constant(secret.contact),
    gettingThere: fc.option(fc.string()),
    gear: fc.option(fc.string()),
    hospitality: fc.option(fc.string()),
    feePence: fc.constant(987_654),
    feeNote: fc.constant(secret.fee),
    feePaid: fc.constant(true),
    version: fc.nat(),
  })

  test('toSharedGigSheet has fee and contact only if they are switched on, and all other fields unchanged', () => {
    fc.assert(
      fc.property(anySheet, fc.boolean(), fc.boolean(), (sheet, withFee, withContact) => {
        const shared = SharedGigSheet.parse(toSharedGigSheet(sheet, { withFee, withContact }))
        const text = JSON.stringify(shared)
        expect(text.includes(secret.contact)).toBe(withContact)
        expect(text.includes(secret.fee)).toBe(withFee)
        expect(text.includes('987654')).toBe(withFee)
        expect(shared.feePaid).toBe(withFee)
        for (const key of ['address', 'times', 'gettingThere', 'gear', 'hospitality'] as const) {
          expect(shared[key]).toEqual(sheet[key])
        }
      }),
    )
  })

  test('GigSheetShareInput shares neither fee nor contact by default', () => {
    expect(GigSheetShareInput.parse(undefined)).toEqual({ withFee: false, withContact: false })
    expect(GigSheetShareInput.parse({ withFee: true })).toEqual({ withFee: true, withContact: false })
  })
})

test.each([
  [0, '£0'],
  [5, '£0.05'],
  [12_000, '£120'],
  [9950, '£99.50'],
  [123_456_00, '£123,456'],
])('formatPounds of %i pence is %s', (pence, shown) => expect(formatPounds(pence)).toBe(shown))

test.each([
  ['250', 25_000],
  ['£1,250', 125_000],
  ['£ 99.50', 9950],
  ['99.5', 9950],
  ['0', 0],
  [' ', null],
  ['-5', undefined],
  ['1,25', undefined],
  ['two hundred', undefined],
  ['9.999', undefined],
])('parsePoundsToPence of %j is %j', (typed, pence) => expect(parsePoundsToPence(typed)).toBe(pence))

test('parsePoundsToPence reverses formatPounds', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), (pence) => {
      expect(parsePoundsToPence(formatPounds(pence))).toBe(pence)
    }),
  )
})
