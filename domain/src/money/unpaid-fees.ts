// Not in money-messages.ts: the dashboard shows this sentence and must not download the others.

import { formatPounds } from '@gaffer/domain/shared/pounds'

/** "A fee has not come in: £240", "2 fees have not come in: £740.50". */
export function describeUnpaidFees(fees: readonly { feePence: number }[]): string {
  const pounds = formatPounds(fees.reduce((sum, { feePence }) => sum + feePence, 0))
  return fees.length === 1 ? `A fee has not come in: ${pounds}` : `${fees.length} fees have not come in: ${pounds}`
}
