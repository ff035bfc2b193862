// Tax years of the United Kingdom: from 6 April to 5 April of the next year, named by the year in which they begin.

export type TaxYear = { from: string; to: string }

/** The first and the last day of the tax year that begins in `year`. */
export function taxYearDates(year: number): TaxYear {
  return { from: `${year}-04-06`, to: `${year + 1}-04-05` }
}

/** The tax year of a day (`yyyy-MM-dd`), by the year in which it begins. */
export function taxYearOf(date: string): number {
  const year = Number(date.slice(0, 4))
  return date.slice(5) >= '04-06' ? year : year - 1
}

/** "2026/27". */
export function formatTaxYear(year: number): string {
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`
}
