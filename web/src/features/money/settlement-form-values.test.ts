import { expect, it } from 'vitest'
import type { Settlement } from '@gaffer/domain/money/settlement'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { previewSettlement, parsePercent, formValuesFromSettlement } from './settlement-form-values.ts'

const settlement: Settlement = {
  eventId: '01890000-0000-7000-8000-000000000001',
  status: 'draft',
  feePence: 30_000,
  agentPence: 0,
  agentPercent: null,
  costs: [],
  deps: [{ depId: '01890000-0000-7000-8000-000000000002', name: 'Tom', pence: 8000 }],
  potPence: 0,
  potPercent: null,
  shares: [{ membershipId: 'kit', displayName: 'Kit', weight: 1, pence: 22_000 }],
  version: 0,
  settledAt: null,
}
const members = [
  { id: 'kit', displayName: 'Kit' },
  { id: 'dee', displayName: 'Dee' },
]

it('the settlement form has every member, and members without a share have the weight 0', () => {
  expect(formValuesFromSettlement(settlement, members)).toEqual({
    fee: '300',
    agent: { unit: 'pounds', text: '' },
    costs: [],
    pot: { unit: 'pounds', text: '' },
    shares: [
      { membershipId: 'kit', displayName: 'Kit', weight: 1 },
      { membershipId: 'dee', displayName: 'Dee', weight: 0 },
    ],
  })
})

it('a fee of £0 is an empty field in the settlement form', () => {
  expect(formValuesFromSettlement({ ...settlement, feePence: 0 }, members).fee).toBe('')
})

it('the preview of a settlement lists each part of the fee, and the request made from it leaves out shares of weight 0', () => {
  const values = {
    ...formValuesFromSettlement(settlement, members),
    agent: { unit: 'percent' as const, text: '15' },
    costs: [{ key: '1', label: 'Fuel', text: '20.50', paidBy: 'kit' }],
  }
  const { parts, input, problem } = previewSettlement(values, settlement.deps)
  expect(parts.map(({ name, pence }) => [name, pence])).toEqual([
    ['Agent', 4500],
    ['Fuel', 2050],
    ['Tom (dep)', 8000],
    ['Pot', 0],
    ['Kit', 15_450],
  ])
  expect([input?.shares, input?.agentPercent, input?.agentPence, problem]).toEqual([
    [{ membershipId: 'kit', weight: 1 }],
    15,
    null,
    null,
  ])
})

it('the preview of a settlement has the input null if an amount is invalid, and states the problem if deps cost more than the fee', () => {
  const values = formValuesFromSettlement(settlement, members)
  expect(previewSettlement({ ...values, fee: 'lots' }, []).input).toBeNull()
  expect(previewSettlement({ ...values, fee: '10' }, settlement.deps).problem).toBe(moneyMessages.feeOverspent)
})

it('a share of 0 per cent is an empty field', () => {
  const stored = { ...settlement, agentPence: 0, agentPercent: 0 }
  expect(formValuesFromSettlement(stored, members).agent).toEqual({ unit: 'percent', text: '' })
})

it('parsePercent accepts 0 to 100 with at most two decimals, and reads an empty text as 0', () => {
  expect(['', '15', '12.5 %', '101', '1.234', 'x'].map(parsePercent)).toEqual([
    0,
    15,
    12.5,
    undefined,
    undefined,
    undefined,
  ])
})

it('the preview of a settlement states the problem of a share of 101 per cent, and of a fee that is no amount', () => {
  const values = formValuesFromSettlement(settlement, members)
  const pot = { unit: 'percent' as const, text: '101' }
  expect(previewSettlement({ ...values, pot }, []).problem).toBe(moneyMessages.percentInvalid)
  expect(previewSettlement({ ...values, fee: 'lots' }, []).problem).toBe(moneyMessages.amountInvalid)
})
