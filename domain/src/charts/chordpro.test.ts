import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMetadata, formatChordPro, parseChordPro } from './chordpro.ts'

const chart = `{title: Dakota}
{key: E}
{ capo : 2 }
{soc}
[E]Take a look at [C#m/G#]me now
{eoc}
{comment: twice}`

test('parseChordPro reads directives, sections, comments, and chords with the syllables below them', () => {
  const lines = parseChordPro(chart)
  expect(lines.map(({ kind }) => kind)).toEqual([
    'metadata',
    'metadata',
    'metadata',
    'begin',
    'lyrics',
    'end',
    'comment',
  ])
  expect(lines[4]).toEqual({
    kind: 'lyrics',
    segments: [
      { chord: 'E', text: 'Take a look at ' },
      { chord: 'C#m/G#', text: 'me now' },
    ],
  })
  expect([findMetadata(lines, 'title'), findMetadata(lines, 'capo'), findMetadata(lines, 'tempo')]).toEqual([
    'Dakota',
    '2',
    null,
  ])
})

test.each([
  ['{start_of_verse}', { kind: 'begin', section: 'verse' }],
  ['{end_of_bridge}', { kind: 'end', section: 'bridge' }],
  ['{sob}', { kind: 'begin', section: 'bridge' }],
  ['{T:Dakota}', { kind: 'metadata', name: 'title', value: 'Dakota' }],
  ['{ci: softly}', { kind: 'comment', text: 'softly' }],
  ['plain words', { kind: 'lyrics', segments: [{ chord: null, text: 'plain words' }] }],
])('parseChordPro reads the line %s as %j', (line, expected) => {
  expect(parseChordPro(line)).toMatchObject([expected])
})

test.each(['{define: E frets 1}', '{title', '{title:}', '{constructor: x}', 'an [open bracket', '{soc'])(
  'parseChordPro keeps the line %s, which it does not recognise, as text',
  (line) => {
    expect(parseChordPro(line)).toEqual([{ kind: 'text', text: line }])
  },
)

const piece = fc.constantFrom('{', '}', '[', ']', ':', '\n', ' ', 'title', 'soc', 'C#m', 'words', 'é', '\t', '{key: G}')

test('formatChordPro of a parsed text returns the same text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (one) => {
      expect(formatChordPro(parseChordPro(one))).toBe(one)
    }),
    { numRuns: 1000 },
  )
})
