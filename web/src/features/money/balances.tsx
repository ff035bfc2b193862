// The balances: a line for each person, and one for the pot.

import { formatMoney, describeBalance } from './format-money.ts'
import { PiggyBank } from 'lucide-react'
import type { Balance } from '@gaffer/domain/money/ledger'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'

type Props = {
  balances: readonly Balance[]
  /** The members who have no ledger entry yet, and so no balance. */
  others: readonly { id: string; displayName: string }[]
  potPence: number
  /** Opens the payment dialog; null for a member who may not record payments. */
  onPay: ((balance: Balance) => void) | null
}

export function Balances({ balances, others, potPence, onPay }: Props) {
  return (
    <section aria-labelledby="balances">
      <h2 id="balances" className="mb-3 text-lg font-bold">
        Who is owed what
      </h2>
      <ul className={`${cardClassName} divide-y divide-hairline px-4`}>
        {balances.map((balance) => (
          <li key={balance.personId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="grid min-w-0 grid-cols-1">
              <span className="font-semibold break-words">
                {balance.displayName}
                {balance.membershipId === null && <span className="font-normal text-muted"> (left the band)</span>}
              </span>
              <span className="text-sm text-muted tabular-nums">{describeBalance(balance.owedPence)}</span>
            </span>
            {onPay && balance.owedPence > 0 && (
              <Button size="sm" saves className="wrap-anywhere" onClick={() => onPay(balance)}>
                Pay {balance.displayName} {formatMoney(balance.owedPence)}
              </Button>
            )}
          </li>
        ))}
        {others.map(({ id, displayName }) => (
          <li key={id} className="grid py-3">
            <span className="font-semibold break-words">{displayName}</span>
            <span className="text-sm text-muted">{describeBalance(0)}</span>
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
          <span className="flex items-center gap-2 font-semibold">
            <PiggyBank aria-hidden="true" className="size-5 text-muted" />
            The pot
          </span>
          <span className="font-semibold tabular-nums">{formatMoney(potPence)}</span>
        </li>
      </ul>
    </section>
  )
}
