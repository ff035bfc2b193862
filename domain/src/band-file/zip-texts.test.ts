import { expect, it } from 'vitest'
import { formatLedgerCsv, formatSetlistText } from './zip-texts.ts'

it('the ledger CSV of a band file has a row with date, kind, person, amounts and note, and escapes texts that a spreadsheet would run as a formula', () => {
  const line = {
    on: '2027-03-05',
    kind: 'expense',
    displayName: '@Kit',
    pence: 1250,
    potPence: -1250,
    method: null,
  } as const
  expect(formatLedgerCsv([{ ...line, note: '=HYPERLINK("x")' }])).toBe(
    `\uFEFFDate,Kind,Person,Owed,Pot,Method,Note\r\n2027-03-05,Expense,'@Kit,12.50,(12.50),,"'=HYPERLINK(""x"")"\r\n`,
  )
})

it('the text of a set list in a band file has its songs with numbers, keys, lengths and notes, and its breaks', () => {
  const song = { id: 'a', title: 'Dakota', artist: 'Stereophonics', key: 'E', durationSeconds: 240 }
  const item = { id: 'i', songId: null, label: null, note: null, durationSeconds: null, chartCount: 0 }
  const items = [
    { ...item, songId: 'a', note: 'Capo 2' },
    { ...item, label: 'Break', durationSeconds: 900 },
    { ...item, songId: 'a' },
  ]
  expect(formatSetlistText({ name: 'Friday', items }, [song])).toBe(
    'Friday\n\n1. Dakota, Stereophonics (E, 4:00, Capo 2)\nBreak (15 min)\n2. Dakota, Stereophonics (E, 4:00)\n',
  )
})
