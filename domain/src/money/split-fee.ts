// How the fee of a gig is split. The page, the settlement and the ledger use this one rule.

/** An amount in pence, or a per cent with at most two decimals. */
export type PenceOrPercent = { pence: number } | { percent: number }

export type FeeToSplit = {
  feePence: number
  agent: PenceOrPercent
  costsPence: readonly number[]
  depsPence: readonly number[]
  pot: PenceOrPercent
  /** The weight of each share in tenths, in the order of the member list. */
  weights: readonly number[]
}

export type FeeSplit = {
  agentPence: number
  potPence: number
  /** The amount left for the shares; negative if the other parts exceed the fee. */
  restPence: number
  /** The pence of each share, in the order of the weights; all zero if there is a problem. */
  shares: number[]
  problem: 'overspent' | 'nobody' | null
}

/**
 * Splits a fee to the penny: fee = agent + costs + deps + pot + shares, unless there is a problem. The agent's per cent is of the fee, the
 * pot's of what is left after agent, costs and deps; half a penny is rounded up. Shares are by weight: each gets whole pence, and the
 * pence that remain go one by one to the largest fractions, equal ones in the order of the member list.
 */
export function splitFee({ feePence, agent, costsPence, depsPence, pot, weights }: FeeToSplit): FeeSplit {
  const agentPence = toPence(agent, feePence)
  const afterCosts = feePence - agentPence - sum(costsPence) - sum(depsPence)
  const potPence = toPence(pot, Math.max(0, afterCosts))
  const restPence = afterCosts - potPence
  const amounts = { agentPence, potPence, restPence }
  const zeros = weights.map(() => 0)
  if (restPence < 0) return { ...amounts, shares: zeros, problem: 'overspent' }
  if (restPence > 0 && sum(weights) === 0) return { ...amounts, shares: zeros, problem: 'nobody' }
  return { ...amounts, shares: splitByWeight(restPence, weights), problem: null }
}

/** Converts a weight as members write it, such as 1 or 0.5, to tenths. */
export function toTenths(weight: number): number {
  return Math.round(weight * 10)
}

function toPence(amount: PenceOrPercent, ofPence: number): number {
  if ('pence' in amount) return amount.pence
  // Computed with whole hundredths of a per cent, so that half a penny is exact and is rounded up.
  return Math.floor((ofPence * Math.round(amount.percent * 100) + 5000) / 10_000)
}

function splitByWeight(pence: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((pence * weight) / total))
  const fractions = weights.map((weight, at) => ({ at, fraction: (pence * weight) % total }))
  const remaining = pence - sum(shares)
  for (const { at } of fractions.toSorted((a, b) => b.fraction - a.fraction || a.at - b.at).slice(0, remaining))
    shares[at] = (shares[at] as number) + 1
  return shares
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
