import type { FeePart } from './fee-bar.tsx'

type Amounts = {
  agentPence: number
  costs: readonly { key: string; label: string; pence: number }[]
  deps: readonly { depId: string; name: string; pence: number }[]
  potPence: number
  shares: readonly { membershipId: string; displayName: string; pence: number }[]
}

/** The parts of a fee, in the order in which it is split. */
export function partsOfFee({ agentPence, costs, deps, potPence, shares }: Amounts): FeePart[] {
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
