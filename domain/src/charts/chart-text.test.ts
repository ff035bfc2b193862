import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanChartText, utf8Length } from './chart-text.ts'

test('cleanChartText keeps indents, inner spaces and blank lines, and removes outer blank space and invisible characters', () => {
  expect(cleanChartText('\n\n   C   G  \r\nHel\u202Elo\u0000\r\n\n\nEnd\n\n')).toBe('   C   G\nHello\n\n\nEnd')
})

test('cleanChartText returns a clean text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const clean = cleanChartText(text)
      expect(cleanChartText(clean)).toBe(clean)
    }),
  )
})

test('utf8Length of a text is the number of bytes of its UTF-8 encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Length(text)).toBe(encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, 'x').length)
    }),
  )
})
