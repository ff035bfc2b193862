// Where rows start from when their order changes.

import { expect, test } from 'vitest'
import { flip } from './flip.ts'

const rows = (tops: Record<string, number>) => new Map(Object.entries(tops))
const screen = { height: 800, touched: null }

test('lets each row set out from where it was', () => {
  const { shift, moves } = flip(rows({ a: 0, b: 100, c: 200 }), rows({ b: 0, a: 100, c: 200 }), screen)
  expect(shift).toBe(0)
  expect(moves).toEqual(rows({ b: 100, a: -100 }))
})

test('keeps the touched row where it is, and moves the others around it', () => {
  const before = rows({ a: 0, b: 100, c: 200 })
  const { shift, moves } = flip(before, rows({ b: 0, c: 100, a: 200 }), { ...screen, touched: 'a' })
  expect(shift).toBe(200)
  expect(moves.has('a')).toBe(false)
  expect(moves.get('b')).toBe(240)
})

test('does not follow a touched row that is out of sight', () => {
  const before = rows({ a: 0, b: 100, far: 5000 })
  const { shift } = flip(before, rows({ a: 0, b: 100, far: 6000 }), { ...screen, touched: 'far' })
  expect(shift).toBe(0)
})

test('stays with most of the rows in sight when one above them leaves', () => {
  const before = rows({ a: -1000, b: 0, c: 100, d: 200 })
  const { shift, moves } = flip(before, rows({ b: -100, c: 0, d: 100, a: 5000 }), screen)
  expect(shift).toBe(-100)
  expect(moves.size).toBe(0)
})

test('brings a row from afar in from nearby', () => {
  const { moves } = flip(rows({ a: 0, b: 100, z: 9000 }), rows({ a: 0, b: 100, z: 200 }), screen)
  expect(moves.get('z')).toBe(240)
})

test('leaves a new row alone', () => {
  const { moves } = flip(rows({ a: 0 }), rows({ a: 0, b: 100 }), screen)
  expect(moves.size).toBe(0)
})
