import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitFee, type PenceOrPercent } from './split-fee.ts'

const pence = fc.integer({ min: 0, max: 100_000_000 })
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => ({ percent: hundredths / 100 }))
const amount: fc.Arbitrary<PenceOrPercent> = fc.oneof(
  pence.map((value) => ({ pence: value })),
  percent,
)
const fees = fc.record({
  feePence: pence,
  agent: amount,
  costsPence: fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 20 }),
  depsPence: fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 5 }),
  pot: amount,
  weights: fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 12 }),
})
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const baseFee = { feePence: 0, agent: { pence: 0 }, costsPence: [], depsPence: [], pot: { pence: 0 } }

test('agent, costs, deps, pot and rest add up to the fee, the shares add up to the rest or, with a problem, to 0, and no share is negative', () => {
  fc.assert(
    fc.property(fees, (fee) => {
      const { agentPence, potPence, restPence, shares, problem } = splitFee(fee)
      const costs = sum(fee.costsPence) + sum(fee.depsPence)
      expect(agentPence + costs + potPence + restPence).toBe(fee.feePence)
      expect(shares.every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true)
      if (problem === null) expect(sum(shares)).toBe(restPence)
      else expect(sum(shares)).toBe(0)
    }),
    { numRuns: 2000 },
  )
})

test('each share is within a penny of its exact part, and the same input gives the same pennies', () => {
  fc.assert(
    fc.property(pence, fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 }), (fee, weights) => {
      const once = splitFee({ ...baseFee, feePence: fee, weights })
      once.shares.forEach((share, at) => {
        const exact = (fee * (weights[at] as number)) / sum(weights)
        expect(Math.abs(share - exact)).toBeLessThan(1)
      })
      expect(splitFee({ ...baseFee, feePence: fee, weights })).toEqual(once)
    }),
  )
})

test('a share of weight 0 is 0, and shares of equal weights differ by a penny at most', () => {
  fc.assert(
    fc.property(pence, fc.integer({ min: 1, max: 12 }), (fee, count) => {
      const { shares } = splitFee({
        ...baseFee,
        feePence: fee,
        weights: [0, ...Array.from({ length: count }, () => 10)],
      })
      expect(shares[0]).toBe(0)
      expect(Math.max(...shares.slice(1)) - Math.min(...shares.slice(1))).toBeLessThanOrEqual(1)
    }),
  )
})

test('remaining pence go to the largest fractions, then in the order of members', () => {
  expect(splitFee({ ...baseFee, feePence: 100, weights: [10, 10, 10] }).shares).toEqual([34, 33, 33])
  expect(splitFee({ ...baseFee, feePence: 101, weights: [10, 10, 10] }).shares).toEqual([34, 34, 33])
  expect(splitFee({ ...baseFee, feePence: 100, weights: [10, 20, 10] }).shares).toEqual([25, 50, 25])
  // 14.29, 28.57 and 57.14: the second has the largest fraction.
  expect(splitFee({ ...baseFee, feePence: 100, weights: [10, 20, 40] }).shares).toEqual([14, 29, 57])
})

test('the agent’s per cent is of the fee, the pot’s of what is left after agent, costs and deps; halves are rounded up', () => {
  const fee = { feePence: 1050, agent: { percent: 5 }, costsPence: [100], depsPence: [97], pot: { percent: 12.5 } }
  // 52.5 is rounded up to 53; 12.5 % of 800 is 100.
  expect(splitFee({ ...fee, weights: [10] })).toEqual({
    agentPence: 53,
    potPence: 100,
    restPence: 700,
    shares: [700],
    problem: null,
  })
  expect(splitFee({ ...baseFee, feePence: 10, agent: { percent: 4.99 }, weights: [10] }).agentPence).toBe(0)
})

test('splitFee returns the amounts of the example in docs/money.md', () => {
  const parts = { agent: { percent: 15 }, costsPence: [4050], depsPence: [8000], pot: { percent: 10 } }
  expect(splitFee({ feePence: 50_000, ...parts, weights: [10, 10, 15] })).toEqual({
    agentPence: 7500,
    potPence: 3045,
    restPence: 27_405,
    shares: [7830, 7830, 11_745],
    problem: null,
  })
})

test('splitFee reports a fee below its costs, and money that is left without a share, as problems', () => {
  expect(splitFee({ ...baseFee, feePence: 100, costsPence: [101], weights: [10] })).toMatchObject({
    problem: 'overspent',
    restPence: -1,
    shares: [0],
  })
  expect(splitFee({ ...baseFee, feePence: 100, weights: [0] }).problem).toBe('nobody')
  expect(splitFee({ ...baseFee, feePence: 0, weights: [] }).problem).toBeNull()
})
