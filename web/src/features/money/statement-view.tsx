// The statement of one tax year. It is printed on A4.

import { formatDate } from '@gaffer/domain/shared/dates'
import { formatCount } from '@gaffer/domain/shared/format-count'
import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import {
  amountInColumn,
  describeMileageRates,
  createColumnFinder,
  type MoneyStatement,
  type StatementColumn,
} from '@gaffer/domain/money/statement'
import { formatTaxYear } from '@gaffer/domain/money/tax-year'
import { formatMoney } from './format-money.ts'

const statementSections: { column: StatementColumn; title: string; total: keyof MoneyStatement['totals'] }[] = [
  { column: 'received', title: 'Received, by the day of the payment', total: 'receivedPence' },
  { column: 'earned', title: 'Earned, gig by gig', total: 'earnedPence' },
  { column: 'expenses', title: 'Paid for the band', total: 'expensesPence' },
]

export function StatementView({ statement }: { statement: MoneyStatement }) {
  const { taxYear, from, to, displayName, lines, totals, mileage } = statement
  const columnOf = createColumnFinder(lines)
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <p className="text-muted">
        {displayName}, tax year {formatTaxYear(taxYear)}: {formatDate(from)} to {formatDate(to)}
      </p>
      {statementSections.map(({ column, title, total }) => (
        <StatementSection
          key={column}
          title={title}
          total={formatMoney(totals[total])}
          rows={lines
            .filter((line) => columnOf(line) === column)
            .map((line) => ({
              key: line.id,
              date: line.on,
              what: describeEntry(line),
              amount: formatMoney(amountInColumn(line, column)),
            }))}
        />
      ))}
      {mileage && (
        <StatementSection
          title="Mileage"
          total={formatMiles(mileage.miles)}
          rows={mileage.lines.map(({ eventId, date, title, miles }) => ({
            key: eventId,
            date,
            what: title,
            amount: formatCount(miles),
          }))}
          note={describeMileage(taxYear, mileage)}
        />
      )}
      <p className="text-sm text-muted">
        Gaffer adds up what the band wrote down. It gives no tax advice: ask HMRC or an accountant what counts for you.
      </p>
    </div>
  )
}

type StatementRow = { key: string; date: string; what: string; amount: string }

function StatementSection({
  title,
  rows,
  total,
  note,
}: {
  title: string
  rows: StatementRow[]
  total: string
  note?: string
}) {
  return (
    <section className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="mb-2 text-left text-lg font-bold">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, date, what, amount }) => (
            <tr key={key} className="border-t border-hairline align-baseline">
              <td className="w-28 py-1.5 pr-3 text-muted tabular-nums">{formatDate(date)}</td>
              <td className="py-1.5 pr-3 break-words">{what}</td>
              <td className="py-1.5 text-right whitespace-nowrap tabular-nums">{amount}</td>
            </tr>
          ))}
          <tr className="border-t border-control font-bold">
            <td className="py-2" colSpan={2}>
              Total
            </td>
            <td className="py-2 text-right whitespace-nowrap tabular-nums">{total}</td>
          </tr>
        </tbody>
      </table>
      {note && <p className="text-sm text-muted">{note}</p>}
    </section>
  )
}

function describeEntry({ kind, note, method }: LedgerEntry): string {
  const paymentMethodText = method === 'bank' ? 'by bank' : method === 'cash' ? 'in cash' : null
  return [kind === 'reversal' ? 'Reversal' : null, note, paymentMethodText].filter(Boolean).join(' · ') || '–'
}

function describeMileage(taxYear: number, { otherBandsMiles, pence }: NonNullable<MoneyStatement['mileage']>): string {
  const otherBandsText = otherBandsMiles > 0 ? ` and ${formatMiles(otherBandsMiles)} with other bands` : ''
  return `By ${describeMileageRates(taxYear)} these${otherBandsText} come to ${formatMoney(pence)}.`
}

const formatMiles = (miles: number) => `${formatCount(miles)} ${miles === 1 ? 'mile' : 'miles'}`
