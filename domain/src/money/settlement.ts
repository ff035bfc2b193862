// The settlement of a gig: where its fee goes. `split-fee.ts` has the rule.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { Pence, Percent, Weight } from './amounts.ts'
import { moneyMessages } from './money-messages.ts'
import { splitFee, toTenths, type FeeSplit, type PenceOrPercent } from './split-fee.ts'

/** The name of a dep who is no longer in the dep book. */
export const formerDepName = 'Former dep'

const SettlementCost = z.strictObject({
  id: Id,
  label: z.string(),
  pence: z.int(),
  /** The member who paid the cost and is owed it; null if the band owes it to nobody. */
  paidBy: z.nullable(Id),
})
const SettlementDep = z.strictObject({ depId: Id, name: z.string(), pence: z.int() })
const SettlementShare = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  weight: z.number(),
  pence: z.int(),
})

/**
 * Version 0 is a draft that was not saved yet: the fee of the gig sheet, shared by the deps and members who said Yes. If no member said Yes,
 * all share but those who said No; if all said No, all share.
 */
export const Settlement = z.strictObject({
  eventId: Id,
  status: z.enum(['draft', 'settled']),
  feePence: z.int(),
  agentPence: z.int(),
  /** The agent's per cent; null if the agent gets a fixed amount. */
  agentPercent: z.nullable(z.number()),
  costs: z.array(SettlementCost),
  deps: z.array(SettlementDep),
  potPence: z.int(),
  /** The pot's per cent; null if the pot gets a fixed amount. */
  potPercent: z.nullable(z.number()),
  /** The shares, in the order of the member list. */
  shares: z.array(SettlementShare),
  version: z.int(),
  settledAt: z.nullable(Timestamp),
})
export type Settlement = z.infer<typeof Settlement>

const CostInput = z.strictObject({
  /** The id of a stored cost, so that it keeps its id; missing for a new cost. */
  id: z.optional(Id),
  label: createRequiredLineSchema(limits.costLabelLength, moneyMessages.costLabelRequired),
  pence: Pence,
  paidBy: z.prefault(z.nullable(Id), null),
})

/** PUT of a settlement. An agent or pot with neither an amount nor a per cent gets nothing. The server adds the deps who said Yes. */
export const SettlementInput = z
  .strictObject({
    feePence: Pence,
    agentPence: z.prefault(z.nullable(Pence), null),
    agentPercent: z.prefault(z.nullable(Percent), null),
    costs: z.prefault(z.array(CostInput).check(z.maxLength(limits.costsPerGig, moneyMessages.costsTooMany)), []),
    potPence: z.prefault(z.nullable(Pence), null),
    potPercent: z.prefault(z.nullable(Percent), null),
    shares: z.array(z.strictObject({ membershipId: Id, weight: Weight })).check(
      z.maxLength(limits.membersInBandFile),
      z.refine(
        (shares) => new Set(shares.map(({ membershipId }) => membershipId)).size === shares.length,
        moneyMessages.shareTwice,
      ),
    ),
  })
  .check(
    z.refine(({ agentPence, agentPercent }) => agentPence === null || agentPercent === null, {
      error: moneyMessages.agentTwice,
      path: ['agentPercent'],
    }),
    z.refine(({ potPence, potPercent }) => potPence === null || potPercent === null, {
      error: moneyMessages.potTwice,
      path: ['potPercent'],
    }),
  )
export type SettlementInput = z.input<typeof SettlementInput>
export type ParsedSettlement = z.output<typeof SettlementInput>

type AmountFields = { pence: number | null; percent: number | null }

type SplitInput = Pick<ParsedSettlement, 'feePence' | 'agentPence' | 'agentPercent' | 'potPence' | 'potPercent'> & {
  costs: readonly { pence: number }[]
  deps: readonly { pence: number }[]
  shares: readonly { weight: number }[]
}

/** Splits the fee of a settlement. The shares must be in the order of the member list, which decides who gets the remaining pence. */
export function splitSettlement(settlement: SplitInput): FeeSplit {
  return splitFee({
    feePence: settlement.feePence,
    agent: toAmount({ pence: settlement.agentPence, percent: settlement.agentPercent }),
    costsPence: settlement.costs.map(({ pence }) => pence),
    depsPence: settlement.deps.map(({ pence }) => pence),
    pot: toAmount({ pence: settlement.potPence, percent: settlement.potPercent }),
    weights: settlement.shares.map(({ weight }) => toTenths(weight)),
  })
}

/** The sentence about a split that cannot be settled; null if it can. */
export function describeSplitProblem({ problem }: Pick<FeeSplit, 'problem'>): string | null {
  if (problem === null) return null
  return problem === 'overspent' ? moneyMessages.feeOverspent : moneyMessages.sharesMissing
}

function toAmount({ pence, percent }: AmountFields): PenceOrPercent {
  return percent === null ? { pence: pence ?? 0 } : { percent }
}
