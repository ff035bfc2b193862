import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { Balances } from './balances.tsx'
import { LedgerList } from './ledger-list.tsx'

test('each member has a line in the balances, also without a ledger entry, and the pot is the last line', async () => {
  const dee = { personId: 'p1', membershipId: 'dee', displayName: 'Dee', owedPence: 8450 }
  const al = { personId: 'p2', membershipId: null, displayName: 'Al', owedPence: -500 }
  const kit = { id: 'kit', displayName: 'Kit' }
  await renderPage(<Balances balances={[dee, al]} others={[kit]} potPence={-1} onPay={() => undefined} />, {})
  const lines = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'DeeIs owed £84.50Pay Dee £84.50',
    'Al (left the band)Owes the band £5',
    'KitAll square',
    'The pot−£0.01',
  ])
})

test('a line of the ledger shows its amount, and can be reversed unless it is a reversal or already reversed', async () => {
  const anEntry = (id: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
    id,
    at: '2027-03-12T12:00:00.000Z',
    on: '2027-03-12',
    kind: 'pot',
    eventId: null,
    personId: null,
    displayName: null,
    pence: 0,
    potPence: 0,
    method: null,
    note: null,
    receiptUrl: null,
    reverses: null,
    madeBy: null,
    ...more,
  })
  const income = anEntry('e1', { kind: 'income', potPence: 500 })
  const entries = [
    anEntry('e3', { kind: 'reversal', displayName: 'Kit', pence: -700, reverses: 'e2' }),
    anEntry('e2', { kind: 'share', displayName: 'Kit', pence: 700 }),
    income,
  ]
  await renderPage(<LedgerList bandId="b" entries={entries} canReverse />, {})
  const lines = within(screen.getByRole('list', { name: 'Ledger' })).getAllByRole('listitem')
  expect(lines.map((line) => /−?£\d+$/.exec(line.textContent ?? '')?.[0])).toEqual(['−£7', '£7', '£5'])
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Reverse Income'])
})
