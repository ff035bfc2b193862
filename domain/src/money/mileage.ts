// Mileage of cars and vans by HMRC's approved rates (approved mileage allowance payments, the same as the simplified expenses of the
// self-employed): gov.uk, "Travel — mileage and fuel rates and allowances",
// https://www.gov.uk/government/publications/rates-and-allowances-travel-mileage-and-fuel-allowances
// Motorcycles and bicycles have other rates there, which are not offered.

type MileageRates = { firstMiles: number; firstPencePerMile: number; laterPencePerMile: number }

/** The rates and the first tax year that they apply to, the oldest first. They apply until the tax year of the next rates. */
const ratesFromTaxYear: readonly [fromTaxYear: number, rates: MileageRates][] = [
  [2011, { firstMiles: 10_000, firstPencePerMile: 45, laterPencePerMile: 25 }],
]

/** The last tax year for which the table was compared with its source; later ones use the last known rates. */
export const lastCheckedTaxYear = 2025

/** The rates of a tax year; for a year before the table, its first rates. */
export function mileageRatesOf(taxYear: number): MileageRates {
  const [first] = ratesFromTaxYear
  const [, rates] = ratesFromTaxYear.findLast(([from]) => from <= taxYear) ?? (first as (typeof ratesFromTaxYear)[0])
  return rates
}

/** The allowance for the miles of one tax year, over all bands. */
export function computeMileagePence(taxYear: number, miles: number): number {
  const { firstMiles, firstPencePerMile, laterPencePerMile } = mileageRatesOf(taxYear)
  return Math.min(miles, firstMiles) * firstPencePerMile + Math.max(0, miles - firstMiles) * laterPencePerMile
}
