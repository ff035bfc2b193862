import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstGrapheme, firstInitial } from './first-grapheme.ts'

test.each([
  ['a letter', 'drums', 'd'],
  ['an emoji', '🥁 Drums', '🥁'],
  ['a flag', '🇬🇧 Ros', '🇬🇧'],
  ['the flag of a home nation', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Isla', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['a family', '👨‍👩‍👧‍👦 band', '👨‍👩‍👧‍👦'],
  ['a skin tone', '🤘🏽 Danny', '🤘🏽'],
  ['a keycap', '1️⃣ First', '1️⃣'],
  ['a letter with a combining accent', 'e\u0301lodie', 'e\u0301'],
  ['Arabic', 'عازف', 'ع'],
  ['Arabic with a vowel mark', 'بِيانو', 'بِ'],
  ['Hangul of single letters', '\u1112\u1161\u11ab국', '\u1112\u1161\u11ab'],
  ['Devanagari', 'कि', 'कि'],
  ['a letter outside the basic plane', '𝔅lur', '𝔅'],
  ['a text with a space before it', '  Ros', 'R'],
  ['nothing', '', ''],
  ['blanks', ' \u00a0', ''],
])('firstGrapheme of %s: %j gives %j', (_, text, first) => {
  expect(firstGrapheme(text)).toBe(first)
})

test('an initial is upper case, and an emoji is unchanged', () => {
  expect(['ros', 'éva', '🥁 drums', 'дарья', ''].map(firstInitial)).toEqual(['R', 'É', '🥁', 'Д', ''])
})

test('an initial contains no lone surrogate', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(firstInitial(name).isWellFormed()).toBe(true)
    }),
  )
})
