// A person's statement of one tax year: payments received, shares earned, expenses, and miles.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { firstYear, lastYear } from '@gaffer/domain/shared/dates'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { formatCount } from '@gaffer/domain/shared/format-count'
import { formatPoundsForCsv, toCsv } from '@gaffer/domain/shared/csv'
import { LedgerEntry, type LedgerKind } from './ledger.ts'
import { lastCheckedTaxYear, computeMileagePence, mileageRatesOf } from './mileage.ts'
import { moneyMessages } from './money-messages.ts'
import { formatTaxYear } from './tax-year.ts'

const GigMiles = z.strictObject({ eventId: Id, date: PlainDate, title: z.string(), miles: z.int() })

const Mileage = z.strictObject({
  /** The miles to the gigs of this band. */
  lines: z.array(GigMiles),
  miles: z.int(),
  /** The miles in the person's other bands, which count towards the first 10,000 miles too. */
  otherBandsMiles: z.int(),
  /** The allowance for the miles of this band and of the other bands. */
  pence: z.int(),
})
export type Mileage = z.infer<typeof Mileage>

export const MoneyStatement = z.strictObject({
  taxYear: z.int(),
  from: PlainDate,
  to: PlainDate,
  personId: z.nullable(Id),
  displayName: z.string(),
  /** The person's ledger entries, the oldest first. */
  lines: z.array(LedgerEntry),
  totals: z.strictObject({ receivedPence: z.int(), earnedPence: z.int(), expensesPence: z.int() }),
  /** The caller's mileage; null in a statement of another person. */
  mileage: z.nullable(Mileage),
})
export type MoneyStatement = z.infer<typeof MoneyStatement>

/** `taxYear` is the year in which the tax year begins. Without a person, the statement is the caller's own. */
export const StatementQuery = z
  .strictObject({
    taxYear: z.string(moneyMessages.taxYearInvalid).check(
      z.regex(/^\d{4}$/, moneyMessages.taxYearInvalid),
      z.refine((year) => Number(year) >= firstYear && Number(year) < lastYear, moneyMessages.taxYearInvalid),
    ),
    personId: z.optional(Id),
    membershipId: z.optional(Id),
  })
  .check(
    z.refine(({ personId, membershipId }) => personId === undefined || membershipId === undefined, {
      error: moneyMessages.personTwice,
      path: ['membershipId'],
    }),
  )

export type StatementColumn = 'received' | 'earned' | 'expenses'
const columnByKind: Partial<Record<LedgerKind, StatementColumn>> = {
  payment: 'received',
  share: 'earned',
  expense: 'expenses',
  cost: 'expenses',
}

/**
 * Returns a function that finds the column of an entry in `lines`. A reversal is in the column of the entry that it reverses, which counts
 * for the same day.
 */
export function createColumnFinder(lines: readonly LedgerEntry[]): (line: LedgerEntry) => StatementColumn | null {
  const kinds = new Map(lines.map(({ id, kind }) => [id, kind]))
  return ({ kind, reverses }) => {
    const countedKind = reverses === null ? kind : kinds.get(reverses)
    return (countedKind && columnByKind[countedKind]) ?? null
  }
}

/** The amount to show in the column. A payment is stored as a negative amount, and shown as a positive one. */
export function amountInColumn(line: LedgerEntry, column: StatementColumn): number {
  return column === 'received' ? -line.pence : line.pence
}

/** The totals of the columns received, earned and expenses. */
export function computeStatementTotals(lines: readonly LedgerEntry[]): MoneyStatement['totals'] {
  const columnOf = createColumnFinder(lines)
  const total = (column: StatementColumn) =>
    lines.filter((line) => columnOf(line) === column).reduce((pence, line) => pence + amountInColumn(line, column), 0)
  return { receivedPence: total('received'), earnedPence: total('earned'), expensesPence: total('expenses') }
}

/** The mileage of a tax year with its allowance, which also counts the miles in other bands. */
export function computeMileage(taxYear: number, lines: Mileage['lines'], otherBandsMiles: number): Mileage {
  const miles = lines.reduce((total, line) => total + line.miles, 0)
  return { lines, miles, otherBandsMiles, pence: computeMileagePence(taxYear, miles + otherBandsMiles) }
}

/** The sentence about the mileage rates, with a warning for a tax year whose rates were not compared with HMRC's. */
export function describeMileageRates(taxYear: number): string {
  const { firstMiles, firstPencePerMile, laterPencePerMile } = mileageRatesOf(taxYear)
  const warning =
    taxYear > lastCheckedTaxYear
      ? `; those of ${formatTaxYear(lastCheckedTaxYear)}, so look whether HMRC has changed them`
      : ''
  return `HMRC’s approved rates for a car or van (${firstPencePerMile}p for the first ${formatCount(firstMiles)} miles of the tax year, then ${laterPencePerMile}p${warning})`
}

export const ledgerKindLabels: Record<LedgerKind, string> = {
  fee: 'Fee',
  agent: 'Agent',
  cost: 'Cost',
  dep: 'Dep',
  share: 'Share',
  expense: 'Expense',
  income: 'Income',
  payment: 'Payment',
  pot: 'Pot',
  reversal: 'Reversal',
}

/** The statement as comma-separated values, for a spreadsheet. */
export function formatStatementCsv({ taxYear, displayName, lines, totals, mileage }: MoneyStatement): string {
  const columnOf = createColumnFinder(lines)
  const amounts = (line: LedgerEntry) => {
    const column = columnOf(line)
    return (['received', 'earned', 'expenses'] as const).map((one) =>
      one === column ? formatPoundsForCsv(amountInColumn(line, one)) : '',
    )
  }
  const miles = mileage?.lines.map(({ date, title, miles: count }) => [date, 'Miles', title, '', '', '', '', count])
  return toCsv([
    ['Date', 'Kind', 'What', 'Method', 'Received', 'Earned', 'Expenses', 'Miles'],
    ...lines.map((line) => [
      line.on,
      ledgerKindLabels[line.kind],
      line.note ?? '',
      line.method ?? '',
      ...amounts(line),
      '',
    ]),
    ...(miles ?? []),
    [
      '',
      'Total',
      `${displayName}, tax year ${formatTaxYear(taxYear)}`,
      '',
      ...[totals.receivedPence, totals.earnedPence, totals.expensesPence].map(formatPoundsForCsv),
      mileage ? mileage.miles : '',
    ],
  ])
}
