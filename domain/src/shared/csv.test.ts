import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPoundsForCsv, toCsv } from './csv.ts'

const body = (csv: string) => csv.slice(1)

test('toCsv puts an apostrophe before a text that begins with a character that starts a formula', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) expect(body(toCsv([[`${start}cmd|calc`]]))).toMatch(/^"?'/)
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(body(toCsv([[text]]))).not.toMatch(/^"?[=+\-@\t\r]./)
    }),
  )
})

test('cells with commas, quotes and line breaks are quoted, and the file begins with a byte order mark for Excel', () => {
  expect(toCsv([['a,b', 'say "hi"', 'two\nlines', 5]])).toBe('\uFEFF"a,b","say ""hi""","two\nlines",5\r\n')
})

test('formatPoundsForCsv formats pence as pounds, and a negative amount in brackets', () => {
  expect([8450, -5, 0, 100_000_000].map(formatPoundsForCsv)).toEqual(['84.50', '(0.05)', '0.00', '1000000.00'])
})
