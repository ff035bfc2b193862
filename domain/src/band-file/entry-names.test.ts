import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEntryPathMaker, toSafeEntryName } from './entry-names.ts'

it.each([
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\Windows\\x', 'C Windows x'],
  ['What? "Yes" <b>', 'What Yes b'],
  ['Dakota...', 'Dakota'],
  ['.hidden', 'hidden'],
  ['con', '_con'],
  ['CON.pdf', '_CON.pdf'],
  ['COM¹', '_COM¹'],
  ['Set list . . ', 'Set list'],
  ['🎸 Solo', '🎸 Solo'],
  ['ü'.repeat(255), 'ü'.repeat(80)],
  ['🎸'.repeat(100), '🎸'.repeat(44)],
  ['LPT1.take 2', '_LPT1.take 2'],
  ['Console', 'Console'],
  ['\u202Egpj.exe', 'gpj.exe'],
  ['a\u0000b\r\nc', 'a b c'],
  ['Cafe\u0301', 'Café'],
  ['???', 'Song'],
  ['', 'Song'],
])('%j becomes the name %j in a zip', (name, expected) => {
  expect(toSafeEntryName(name, 'Song')).toBe(expected)
})

it('toSafeEntryName makes any text a file name of at most 180 bytes that Windows and macOS accept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const safe = toSafeEntryName(name, 'Song')
      expect(safe).not.toMatch(/[\p{Cc}"*/:<>?\\|]|^[\s.]|[\s.]$|^$/u)
      expect(safe).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180)
    }),
  )
})

it('createEntryPathMaker adds a number to all but the first of the paths that differ only in case, or in ß and SS', () => {
  const pathOf = createEntryPathMaker()
  const paths = ['Dakota', 'DAKOTA', 'Straße', 'STRASSE', 'dakota'].map((name) => pathOf('charts', name, '.pdf'))
  expect(paths).toEqual([
    'charts/Dakota.pdf',
    'charts/DAKOTA (2).pdf',
    'charts/Straße.pdf',
    'charts/STRASSE (2).pdf',
    'charts/dakota (3).pdf',
  ])
})
