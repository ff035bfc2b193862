import { expect, test } from 'vitest'
import { flipOffsets } from './practice-order.tsx'

const rows = (tops: Record<string, number>) => new Map(Object.entries(tops))
const screen = { height: 800, touched: null }

test('flipOffsets moves each row whose position has changed back to its old position', () => {
  const { shift, moves } = flipOffsets(rows({ a: 0, b: 100, c: 200 }), rows({ b: 0, a: 100, c: 200 }), screen)
  expect(shift).toBe(0)
  expect(moves).toEqual(rows({ b: 100, a: -100 }))
})

test('flipOffsets scrolls the list by the distance that the touched row moved, so that this row keeps its position', () => {
  const before = rows({ a: 0, b: 100, c: 200 })
  const { shift, moves } = flipOffsets(before, rows({ b: 0, c: 100, a: 200 }), { ...screen, touched: 'a' })
  expect(shift).toBe(200)
  expect(moves.has('a')).toBe(false)
  expect(moves.get('b')).toBe(240)
})

test('flipOffsets does not scroll the list for a touched row outside the viewport', () => {
  const before = rows({ a: 0, b: 100, far: 5000 })
  const { shift } = flipOffsets(before, rows({ a: 0, b: 100, far: 6000 }), { ...screen, touched: 'far' })
  expect(shift).toBe(0)
})

test('when a row above the viewport leaves, flipOffsets scrolls the list by the height of that row and moves no visible row', () => {
  const before = rows({ a: -1000, b: 0, c: 100, d: 200 })
  const { shift, moves } = flipOffsets(before, rows({ b: -100, c: 0, d: 100, a: 5000 }), screen)
  expect(shift).toBe(-100)
  expect(moves.size).toBe(0)
})

test('flipOffsets starts a row from far away 240 px from its new position', () => {
  const { moves } = flipOffsets(rows({ a: 0, b: 100, z: 9000 }), rows({ a: 0, b: 100, z: 200 }), screen)
  expect(moves.get('z')).toBe(240)
})

test('flipOffsets does not move a new row', () => {
  const { moves } = flipOffsets(rows({ a: 0 }), rows({ a: 0, b: 100 }), screen)
  expect(moves.size).toBe(0)
})
