import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDepText, depTextKinds, type DepTextContent } from './dep-text.ts'
import { countSmsSegments, transliterateToGsm } from '@gaffer/domain/messages/sms-segments'

const link = 'https://gaffer.example/dep/4f9d2c7a1b'
const content: DepTextContent = {
  kind: 'asked',
  bandName: 'The Night Buses',
  askedBy: 'Ros',
  instrument: 'drums',
  event: {
    type: 'gig',
    title: null,
    date: '2026-11-28',
    endDate: null,
    startTime: '20:00',
    isAllDay: false,
    place: 'The Lexington, 96-98 Pentonville Rd, London N1 9JB',
  },
  feePence: 12_000,
  link,
}

test('the text that asks a dep names the asking member, the event, date, place, fee and link in one segment', () => {
  const text = formatDepText(content)
  expect(text).toBe(`Ros of The Night Buses: can you play drums? gig Sat 28 Nov, 8 PM, The Lexington, £120. ${link}`)
  expect(countSmsSegments(text)).toBe(1)
  expect(
    formatDepText({ ...content, feePence: null, event: { ...content.event, title: 'Xmas do', place: null } }),
  ).toBe(`Ros of The Night Buses: can you play drums? Xmas do Sat 28 Nov, 8 PM. ${link}`)
})

test.each([
  ['moved', `The Night Buses: the gig is now Sat 28 Nov, 8 PM, The Lexington. Can you still play drums? ${link}`],
  [
    'restored',
    `The Night Buses: the gig is on again: Sat 28 Nov, 8 PM, The Lexington. Can you still play drums? ${link}`,
  ],
  ['cancelled', 'The Night Buses: the gig on Sat 28 Nov, 8 PM is cancelled. Sorry!'],
  ['released', 'The Night Buses: you are no longer needed for the gig on Sat 28 Nov, 8 PM. Thank you!'],
  ['withdrawn', 'The Night Buses: no dep is needed any more for the gig on Sat 28 Nov, 8 PM. Thank you!'],
] as const)('the text of kind %s is "%s"', (kind, text) => {
  expect(formatDepText({ ...content, kind })).toBe(text)
})

test('formatDepText leaves out a long title first, then the name of the member, to fit into one segment', () => {
  const title = 'Birthday party of Priya and everybody who knows her from the old days'
  const long = { ...content, event: { ...content.event, title } }
  expect(formatDepText(long)).toBe(formatDepText(content))
  const bandName = 'The Very Long Orchestra of Upper and Lower Wallop'
  expect(formatDepText({ ...long, bandName, askedBy: 'Rosalind Featherstone' })).toMatch(/^The Very Long/)
  expect(countSmsSegments(formatDepText({ ...long, bandName, askedBy: 'Rosalind Featherstone' }))).toBe(1)
})

test('the text to a dep contains no link except that of the dep, and no phone number, whatever members typed', () => {
  const evil = 'win.example/x'
  const text = formatDepText({
    ...content,
    bandName: evil,
    askedBy: evil,
    instrument: evil,
    event: { ...content.event, title: evil, place: `${evil} 0906 123 4567` },
  })
  expect(text).toBe(`A band: can you play with us? gig Sat 28 Nov, 8 PM, £120. ${link}`)
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.webUrl(),
    fc.constant('a.b'),
    fc.constant('01234 567890'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...depTextKinds), anyText, anyText, anyText, (kind, first, second, third) => {
      const event = { ...content.event, title: second, place: third }
      const text = formatDepText({ ...content, kind, bandName: first, askedBy: second, instrument: third, event })
      expect(text.replace(link, '')).not.toMatch(/:\/\/|\p{L}\.\p{L}|@|\d{5}/u)
    }),
  )
})

describe('countSmsSegments', () => {
  test.each([
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 306, 2],
    ['a', 307, 3],
    ['€', 80, 1],
    ['€', 81, 2],
    ['ó', 70, 1],
    ['ó', 71, 2],
    ['£', 160, 1],
    ['🎸', 35, 1],
    ['🎸', 36, 2],
    ['', 1, 1],
  ])('countSmsSegments of the character "%s" repeated %i times is %i', (character, count, segments) => {
    expect(countSmsSegments(character.repeat(count))).toBe(segments)
  })

  test('transliterateToGsm removes accents if all characters are then in the GSM alphabet', () => {
    expect(transliterateToGsm('Sigur Rós – Motörhead’s')).toBe("Sigur Ros - Motörhead's")
    expect(transliterateToGsm('Кино')).toBe('Кино')
    expect(transliterateToGsm('Ros 🎸')).toBe('Ros 🎸')
  })

  test('transliterateToGsm never increases the number of SMS segments of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        expect(countSmsSegments(transliterateToGsm(text))).toBeLessThanOrEqual(countSmsSegments(text))
      }),
    )
  })
})
