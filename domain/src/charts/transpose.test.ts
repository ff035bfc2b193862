import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatChordPro, parseChordPro } from './chordpro.ts'
import { findKey, isChord, transposeChart, transposeKey } from './transpose.ts'

const transposeText = (text: string, options: { semitones?: number; capo?: number }) =>
  formatChordPro(transposeChart(parseChordPro(text), options))

test.each([
  ['{key: E}\n[E]a [A]b [B7]c', 1, '[F]a [Bb]b [C7]c'],
  ['{key: C}\n[C]a [F]b [G/B]c', 2, '[D]a [G]b [A/C#]c'],
  ['{key: C}\n[C]a [F]b [Dm7b5]c', 3, '[Eb]a [Ab]b [Fm7b5]c'],
  ['{key: Am}\n[Am]a [F]b [E7#9]c', -2, '[Gm]a [Eb]b [D7#9]c'],
  ['{key: Am}\n[Am]a [F]b [Dm]c', 2, '[Bm]a [G]b [Em]c'],
  ['[Bb]without a key [Ebmaj7]b', 1, '[B]without a key [Emaj7]b'],
])('the chart %j, %i semitones higher, has the line %j', (text, semitones, expected) => {
  expect(transposeText(text, { semitones }).split('\n').at(-1)).toBe(expected)
})

test('shapes that are written for a capo stay with that capo, rise by its fret without one, and fall above it', () => {
  const text = '{capo: 2}\n[D]a [A]b'
  expect(transposeText(text, {})).toBe(text)
  expect(transposeText(text, { capo: 2 })).toBe(text)
  expect(transposeText(text, { capo: 0 })).toBe('{capo: 2}\n[E]a [B]b')
  expect(transposeText(text, { capo: 4 })).toBe('{capo: 2}\n[C]a [G]b')
})

test('a capo lowers the chord shapes by its fret; a chart raised by the same number of semitones has its written shapes', () => {
  expect(transposeText('[Eb]a [Bb]b', { capo: 3 })).toBe('[C]a [G]b')
  expect(transposeText('[Eb]a [Bb]b', { semitones: 3, capo: 3 })).toBe('[Eb]a [Bb]b')
})

test('isChord is true for chords and false for other texts in brackets, which transposing leaves unchanged', () => {
  expect(transposeText('{key: C}\n[Intro][C]a[x2][N.C.]', { semitones: 2 })).toBe('{key: C}\n[Intro][D]a[x2][N.C.]')
  expect(['C', 'F#m7', 'Bbsus4', 'G/B', 'Dadd9', 'E7(#9)', 'Adim'].map(isChord)).toEqual(Array(7).fill(true))
  expect(['Intro', 'H', 'Bridge', 'Chorus', 'Coda', 'c', ''].map(isChord)).toEqual(Array(7).fill(false))
})

test.each([
  ['C', 1, 'Db'],
  ['G', -1, 'F#'],
  ['A minor', 1, 'Bbm'],
  ['F#m', 12, 'F#m'],
  ['loud', 1, null],
])('the key %s, %i semitones higher, is %s', (key, semitones, expected) => {
  expect(transposeKey(key, semitones)).toBe(expected)
})

test('findKey is the key that the chart names, otherwise the key of its first chord', () => {
  expect([
    findKey(parseChordPro('{key: Gm}\n[D]a')),
    findKey(parseChordPro('[Intro][Am7]a')),
    findKey(parseChordPro('a')),
  ]).toEqual(['Gm', 'Am', null])
})

const note = fc.constantFrom('C', 'C#', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B')
const chord = fc.tuple(note, fc.constantFrom('', 'm', '7', 'maj7', 'sus4')).map((parts) => parts.join(''))
const text = fc
  .tuple(note, fc.array(chord, { minLength: 1, maxLength: 6 }))
  .map(([key, chords]) => `{key: ${key}}\n${chords.map((one) => `[${one}]la `).join('')}`)

test('transposing a chart up and down again restores its pitches, and never changes its words', () => {
  // Spells the chords in one key, so that enharmonic names are equal.
  const respell = (one: string) => transposeText(one.replace(/\{key: .*\}/, '{key: C}'), { semitones: 1 })
  fc.assert(
    fc.property(text, fc.integer({ min: -24, max: 24 }), (written, semitones) => {
      const there = formatChordPro(transposeChart(parseChordPro(written), { semitones }))
      const words = (one: string) => one.replaceAll(/\[[^\]]*\]/g, '')
      expect(words(there)).toBe(words(written))
      expect(respell(transposeText(there, { semitones: -semitones }))).toBe(respell(written))
    }),
  )
})
