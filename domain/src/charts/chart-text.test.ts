import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanChartText, utf8Length } from './chart-text.ts'

test('spaces within and before a line and blank lines stay, those at the ends and invisible characters go', () => {
  expect(cleanChartText('\n\n   C   G  \r\nHel\u202Elo\u0000\r\n\n\nEnd\n\n')).toBe('   C   G\nHello\n\n\nEnd')
})

test('a clean text stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const clean = cleanChartText(text)
      expect(cleanChartText(clean)).toBe(clean)
    }),
  )
})

test('the length in UTF-8 is that of the encoded text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Length(text)).toBe(encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, 'x').length)
    }),
  )
})
