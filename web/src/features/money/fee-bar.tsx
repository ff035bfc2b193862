// Shows how a fee is split: one stacked bar, and each amount by name below it.

import { clsx } from 'clsx'
import { formatMoney } from './format-money.ts'

/** `key` is unique among the parts. */
export type FeePart = { key: string; name: string; pence: number; kind: 'agent' | 'cost' | 'dep' | 'pot' | 'share' }

const partColors: Record<FeePart['kind'], string> = {
  agent: 'bg-gig-mark',
  cost: 'bg-muted',
  dep: 'bg-practice-mark',
  pot: 'bg-festival-mark',
  share: 'bg-accent',
}

export function FeeBar({ feePence, parts }: { feePence: number; parts: readonly FeePart[] }) {
  const shown = parts.filter(({ pence }) => pence > 0)
  return (
    <div className="@container grid grid-cols-1 gap-3">
      <div aria-hidden="true" className="flex h-5 gap-0.5 overflow-hidden rounded-chip bg-sunken">
        {shown.map(({ key, pence, kind }) => (
          <span
            key={key}
            className={clsx('h-full min-w-0.5 forced-color-adjust-none', partColors[kind])}
            style={{ width: `${(100 * pence) / Math.max(1, feePence)}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-1.5 @min-[28rem]:grid-cols-2">
        {shown.map(({ key, name, pence, kind }) => (
          <div key={key} className="flex flex-wrap content-start items-baseline gap-x-3">
            <dt className="flex min-w-0 flex-1 basis-28 items-baseline gap-2">
              <span
                aria-hidden="true"
                className={clsx('size-3 shrink-0 rounded-full forced-color-adjust-none', partColors[kind])}
              />
              <span className="min-w-0 break-words">{name}</span>
            </dt>
            <dd className="ml-auto font-semibold tabular-nums">{formatMoney(pence)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type FeeAmounts = {
  agentPence: number
  costs: readonly { key: string; label: string; pence: number }[]
  deps: readonly { depId: string; name: string; pence: number }[]
  potPence: number
  shares: readonly { membershipId: string; displayName: string; pence: number }[]
}

/** The parts of a fee, in the order in which it is split. */
export function toFeeParts({ agentPence, costs, deps, potPence, shares }: FeeAmounts): FeePart[] {
  return [
    { key: 'agent', name: 'Agent', pence: agentPence, kind: 'agent' },
    ...costs.map(({ key, label, pence }): FeePart => ({ key, name: label || 'Cost', pence, kind: 'cost' })),
    ...deps.map(({ depId, name, pence }): FeePart => ({ key: depId, name: `${name} (dep)`, pence, kind: 'dep' })),
    { key: 'pot', name: 'Pot', pence: potPence, kind: 'pot' },
    ...shares.map(({ membershipId, displayName, pence }): FeePart => ({
      key: membershipId,
      name: displayName,
      pence,
      kind: 'share',
    })),
  ]
}
