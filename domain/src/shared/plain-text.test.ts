import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  cleanLine,
  cleanText,
  createClearableLineSchema,
  codePointLength,
  createOptionalLineSchema,
  createOptionalTextSchema,
  createRequiredLineSchema,
  shorten,
} from './plain-text.ts'

const unchangedLines = ['The Öffs', '<b>AC/DC</b> & "friends"', '👩‍🎤', '👩🏽‍🎤 🏳️‍🌈', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇬🇧', '1️⃣', '❤️', 'דוד']

const cleanedLines: [typed: string, clean: string][] = [
  ['  two   words\t', 'two words'],
  ['two  words', 'two words'],
  ['words ', 'words'],
  [' words', 'words'],
  ['one\r\ntwo\u2028three', 'one two three'],
  ['NUL\0 bell\u0007 C1\u009b', 'NUL bell C1'],
  ['abc\u202Eexe.gpj', 'abcexe.gpj'],
  ['own\u200Ber', 'owner'],
  ['o\u200Dwner\uFE0F', 'owner'],
  ['👩\u200D', '👩'],
  ['\u{E0067}\u{E0062}tag', 'tag'],
  ['lone \ud83d half', 'lone half'],
  ['\ud83d\u200B\udc69', ''],
  ['Cafe\u0301', 'Café'],
  ['\u3164\u2800\u00A0', ''],
]

const awkward = [
  ...'a1 \t\n\r\0\u0301\u200B\u200D\u202E\u2800\u3000\uFE0F\u20E3👩🎤🏽🏴\u{E0067}\u{E007F}❤',
  '\ud83d',
  '\udc69',
]
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...awkward)).map((parts) => parts.join('')),
)

describe('cleanLine', () => {
  test.each(unchangedLines)('cleanLine keeps %s', (text) => expect(cleanLine(text)).toBe(text))
  test.each(cleanedLines)('cleanLine turns %j into %j', (typed, clean) => expect(cleanLine(typed)).toBe(clean))

  test('cleanLine is idempotent and leaves no line breaks, control characters and double or outer spaces', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanLine(text)
        expect(clean).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200B\u2800]|\p{Zs}{2}|^\s|\s$/u)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).toBe(clean.normalize('NFC'))
        expect(cleanLine(clean)).toBe(clean)
      }),
    )
  })
})

describe('cleanText', () => {
  test('cleanText normalises line ends, trims lines at their end and reduces blank lines to one, but keeps indents', () => {
    expect(cleanText('\r\nSet:\r\n\t1. Intro  \r\n\r\n\r\n\r\n  2. Outro\u0085end\n\nEncore\n ')).toBe(
      'Set:\n\t1. Intro\n\n  2. Outro\nend\n\nEncore',
    )
  })

  test('cleanText leaves no control and bidi characters and no two blank lines in a row, is idempotent and keeps the words that cleanLine keeps', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text)
        expect(clean).not.toMatch(/(?![\n\t])\p{Cc}|\p{Bidi_Control}|\n\n\n/u)
        expect(cleanText(clean)).toBe(clean)
        expect(cleanLine(clean)).toBe(cleanLine(text))
      }),
    )
  })

  test('cleanText returns a million inner spaces and 200,000 emoji unshortened', () => {
    expect(cleanText(`a${' '.repeat(1_000_000)}b`)).toHaveLength(1_000_002)
    expect(cleanText('🏴'.repeat(200_000))).toHaveLength(400_000)
  })
})

describe('field schemas', () => {
  const form = z.strictObject({
    name: createRequiredLineSchema(3, 'Say a name'),
    place: createOptionalLineSchema(3),
    notes: createOptionalTextSchema(3),
  })

  test('blank and missing optional fields become null', () => {
    expect(form.parse({ name: ' abc ', place: ' \u200B', notes: '\n' })).toEqual({
      name: 'abc',
      place: null,
      notes: null,
    })
    expect(form.parse({ name: 'abc' })).toEqual({ name: 'abc', place: null, notes: null })
  })

  test('createClearableLineSchema keeps a missing line missing, and makes a blank one null', () => {
    const changes = z.partial(z.strictObject({ place: createClearableLineSchema(3) }))
    expect(changes.parse({})).toEqual({})
    expect(changes.parse({ place: ' ' })).toEqual({ place: null })
  })

  test.each([undefined, null, '', ' \t', '\u2060', 7])(
    'createRequiredLineSchema refuses %j with the given message',
    (name) => {
      expect(form.safeParse({ name }).error?.issues.map((issue) => issue.message)).toEqual(['Say a name'])
    },
  )

  test('a field’s length is counted in code points after cleaning, and a typed text over ten times the limit is refused before cleaning', () => {
    expect(form.safeParse({ name: '  🎸🎸🎸  ' }).success).toBe(true)
    expect(form.safeParse({ name: '🎸🎸🎸🎸' }).error?.issues[0]?.message).toBe('Use at most 3 characters')
    expect(form.safeParse({ name: 'abc', notes: 'abcd' }).success).toBe(false)
    expect(form.safeParse({ name: ' '.repeat(31) }).error?.issues.map((issue) => issue.message)).toEqual([
      'Use at most 3 characters',
    ])
    expect(codePointLength('👩‍🎤')).toBe(3)
  })
})

test('shorten returns a text on one line, and ends a cut text with an ellipsis', () => {
  expect(shorten('Bring\nthe van', 13)).toBe('Bring the van')
  expect(shorten('Bring\nthe van', 12)).toBe('Bring the v…')
  expect(shorten('🎸🎸🎸', 2)).toBe('🎸…')
})
