// The values of the settlement form, and the split that they result in.

import {
  describeSplitProblem,
  splitSettlement,
  type Settlement,
  type SettlementInput,
} from '@gaffer/domain/money/settlement'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { diffFields } from '#lib/edit-conflict.ts'
import { type FeePart, toFeeParts } from './fee-bar.tsx'
import { formatMoney, penceToText } from './format-money.ts'
import { parsePounds } from './pounds-field.tsx'

export type AmountUnit = 'pounds' | 'percent'
export type TypedAmount = { unit: AmountUnit; text: string }
export type TypedCost = { key: string; label: string; text: string; paidBy: string | null }
export type TypedShare = { membershipId: string; displayName: string; weight: number }

export type SettlementFormValues = {
  fee: string
  agent: TypedAmount
  costs: TypedCost[]
  pot: TypedAmount
  /** One share for each active member. A member who gets nothing has the weight 0. */
  shares: TypedShare[]
}

type Member = { id: string; displayName: string }

export function formValuesFromSettlement(stored: Settlement, members: readonly Member[]): SettlementFormValues {
  const membersWithoutShare = members.filter(({ id }) => !stored.shares.some(({ membershipId }) => membershipId === id))
  return {
    fee: stored.feePence === 0 ? '' : penceToText(stored.feePence),
    agent: toTypedAmount(stored.agentPence, stored.agentPercent),
    costs: stored.costs.map(({ id, label, pence, paidBy }) => ({ key: id, label, text: penceToText(pence), paidBy })),
    pot: toTypedAmount(stored.potPence, stored.potPercent),
    shares: [
      ...stored.shares.map(({ membershipId, displayName, weight }) => ({ membershipId, displayName, weight })),
      ...membersWithoutShare.map(({ id, displayName }) => ({ membershipId: id, displayName, weight: 0 })),
    ],
  }
}

function toTypedAmount(pence: number, percent: number | null): TypedAmount {
  if (percent !== null) return { unit: 'percent', text: percent === 0 ? '' : String(percent) }
  return { unit: 'pounds', text: pence === 0 ? '' : penceToText(pence) }
}

/** Reads a percentage with at most two decimals; 0 for an empty text, undefined for a text that is not a percentage. */
export function parsePercent(text: string): number | undefined {
  const typed = text.trim().replace(/\s*%$/, '')
  if (typed === '') return 0
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) && Number(typed) <= 100 ? Number(typed) : undefined
}

type SettlementDeps = Settlement['deps']

export type SettlementPreview = {
  /** The body of the save; null while an amount is invalid or a cost has no label. */
  input: SettlementInput | null
  parts: FeePart[]
  /** While an amount is invalid, `feePence` and `restPence` are 0 and `parts` is empty. */
  feePence: number
  restPence: number
  /** The reason why the gig cannot be settled; null if it can. */
  problem: string | null
}

export function previewSettlement(values: SettlementFormValues, deps: SettlementDeps): SettlementPreview {
  const feePence = parsePounds(values.fee)
  const agentAmount = parseAmount(values.agent)
  const potAmount = parseAmount(values.pot)
  const costs = values.costs
    .filter(({ label, text }) => label.trim() !== '' || text.trim() !== '')
    .map(({ key, label, text, paidBy }) => ({ key, label: label.trim(), pence: parsePounds(text), paidBy }))
  const isTyped = feePence !== undefined && agentAmount && potAmount && costs.every(({ pence }) => pence !== undefined)
  if (!isTyped) {
    const isPercentInvalid = [values.agent, values.pot].some((typed) => typed.unit === 'percent' && !parseAmount(typed))
    const problem = isPercentInvalid ? moneyMessages.percentInvalid : moneyMessages.amountInvalid
    return { input: null, parts: [], feePence: 0, restPence: 0, problem }
  }
  const parsedValues = {
    feePence,
    agentPence: agentAmount.pence,
    agentPercent: agentAmount.percent,
    potPence: potAmount.pence,
    potPercent: potAmount.percent,
    costs: costs.map((cost) => ({ ...cost, pence: cost.pence ?? 0 })),
  }
  const shares = values.shares.filter(({ weight }) => weight > 0)
  const split = splitSettlement({ ...parsedValues, deps, shares })
  const parts = toFeeParts({
    ...split,
    costs: parsedValues.costs,
    deps,
    shares: shares.map((share, at) => ({ ...share, pence: split.shares[at] ?? 0 })),
  })
  const isUnnamed = parsedValues.costs.some(({ label }) => label === '')
  const problem = isUnnamed ? moneyMessages.costLabelRequired : describeSplitProblem(split)
  const input = {
    ...parsedValues,
    costs: parsedValues.costs.map(({ label, pence, paidBy }) => ({ label, pence, paidBy })),
    shares: shares.map(({ membershipId, weight }) => ({ membershipId, weight })),
  }
  return { input: isUnnamed ? null : input, parts, feePence, restPence: split.restPence, problem }
}

/** Null while the typed amount is invalid. */
function parseAmount({ unit, text }: TypedAmount): { pence: number | null; percent: number | null } | null {
  const value = unit === 'pounds' ? parsePounds(text) : parsePercent(text)
  if (value === undefined) return null
  return unit === 'pounds' ? { pence: value, percent: null } : { pence: null, percent: value }
}

const poundsOrNone = (text: string) => (text.trim() === '' ? 'None' : formatMoney(parsePounds(text) ?? 0))
const amountOrNone = ({ unit, text }: TypedAmount) => (unit === 'pounds' ? poundsOrNone(text) : `${text.trim() || 0}%`)

/** The labels and texts of the fields for the dialog of an edit conflict. */
const conflictFields: readonly { label: string; show: (values: SettlementFormValues) => string }[] = [
  { label: 'Fee', show: ({ fee }) => poundsOrNone(fee) },
  { label: 'Agent', show: ({ agent }) => amountOrNone(agent) },
  { label: 'Costs', show: ({ costs, shares }) => costs.map((cost) => describeCost(cost, shares)).join(', ') || 'None' },
  { label: 'Into the pot', show: ({ pot }) => amountOrNone(pot) },
  {
    label: 'Shares of the rest',
    show: ({ shares }) =>
      shares.flatMap(({ displayName, weight }) => (weight > 0 ? `${displayName} × ${weight}` : [])).join(', ') ||
      'None',
  },
]

function describeCost({ label, text, paidBy }: TypedCost, shares: readonly TypedShare[]): string {
  const payer = shares.find(({ membershipId }) => membershipId === paidBy)
  return `${label} ${poundsOrNone(text)}${payer ? `, paid by ${payer.displayName}` : ''}`
}

/** The fields in which this member's entries differ from the settlement that another member saved first. */
export function diffSettlementFormValues(versions: Record<'before' | 'mine' | 'theirs', SettlementFormValues>) {
  return diffFields(conflictFields, versions)
}
