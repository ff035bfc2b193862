import { expect, test } from 'vitest'
import { lastCheckedTaxYear, computeMileagePence, mileageRatesOf } from './mileage.ts'
import { describeMileageRates } from './statement.ts'
import { formatTaxYear, taxYearDates, taxYearOf } from './tax-year.ts'

test('a tax year is from 6 April to 5 April, and formatTaxYear writes it like 2026/27', () => {
  expect(taxYearDates(2026)).toEqual({ from: '2026-04-06', to: '2027-04-05' })
  expect(['2026-04-05', '2026-04-06', '2027-04-05', '2027-01-01', '2026-12-31'].map(taxYearOf)).toEqual([
    2025, 2026, 2026, 2026, 2026,
  ])
  expect([2026, 2099].map(formatTaxYear)).toEqual(['2026/27', '2099/00'])
})

test('the mileage allowance is 45 pence a mile for the first 10,000 miles of a tax year and 25 pence for later miles', () => {
  expect([0, 1, 10_000, 10_001, 12_000].map((miles) => computeMileagePence(2026, miles))).toEqual([
    0, 45, 450_000, 450_025, 500_000,
  ])
})

test('mileageRatesOf is 45 and 25 pence for tax years before, in and after the table of rates', () => {
  const rates = { firstMiles: 10_000, firstPencePerMile: 45, laterPencePerMile: 25 }
  for (const year of [2004, 2011, lastCheckedTaxYear, 2040]) expect(mileageRatesOf(year)).toEqual(rates)
})

test('describeMileageRates asks the reader to check the rates of a tax year after the last one that was compared with HMRC’s rates', () => {
  expect(describeMileageRates(lastCheckedTaxYear)).not.toContain('look')
  expect(describeMileageRates(lastCheckedTaxYear + 1)).toBe(
    'HMRC’s approved rates for a car or van (45p for the first 10,000 miles of the tax year, then 25p; those of 2025/26, so look whether HMRC has changed them)',
  )
})
