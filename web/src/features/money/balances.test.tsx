import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { Balances } from './balances.tsx'

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
