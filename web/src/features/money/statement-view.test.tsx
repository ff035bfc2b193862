import type { MoneyStatement } from '@gaffer/domain/money/statement'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StatementView } from './statement-view.tsx'

function aStatement(miles: number, otherBandsMiles: number): MoneyStatement {
  const eventId = '01890000-0000-7000-8000-000000000001'
  return {
    taxYear: 2026,
    from: '2026-04-06',
    to: '2027-04-05',
    personId: null,
    displayName: 'Ros',
    lines: [],
    totals: { receivedPence: 0, earnedPence: 0, expensesPence: 0 },
    mileage: {
      lines: [{ eventId, date: '2026-11-22', title: 'At the Fenton', miles }],
      miles,
      otherBandsMiles,
      pence: 45,
    },
  }
}

it.each([
  [1, 1, 'At the Fenton1', 'Total1 mile', 'these and 1 mile with other bands come to'],
  [1_500, 12_000, 'At the Fenton1,500', 'Total1,500 miles', 'these and 12,000 miles with other bands come to'],
])(
  'a statement with the mileage %i to the gigs and %i with other bands writes "mile" for one mile and a comma in thousands',
  (miles, others, gig, total, note) => {
    render(<StatementView statement={aStatement(miles, others)} />)
    const table = screen.getByRole('table', { name: 'Mileage' })
    expect(table.textContent).toContain(gig)
    expect(table.textContent).toContain(total)
    expect(table.parentElement?.textContent).toContain(note)
  },
)
