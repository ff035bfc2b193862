import { expect, test } from 'vitest'
import { flipOffsets } from './practice-order.tsx'

const rows = (tops: Record<string, number>) => new Map(Object.entries(tops))
const screen = { height: 800, touched: null }

test('each moved row starts from its old position', () => {
  const { shift, moves } = flipOffsets(rows({ a: 0, b: 100, c: 200 }), rows({ b: 0, a: 100, c: 200 }), screen)
  expect(shift).toBe(0)
  expect(moves).toEqual(rows({ b: 100, a: -100 }))
})

test('the list scrolls so that the touched row keeps its position', () => {
  const before = rows({ a: 0, b: 100, c: 200 })
  const { shift, moves } = flipOffsets(before, rows({ b: 0, c: 100, a: 200 }), { ...screen, touched: 'a' })
  expect(shift).toBe(200)
  expect(moves.has('a')).toBe(false)
  expect(moves.get('b')).toBe(240)
})

test('a touched row outside the viewport does not scroll the list', () => {
  const before = rows({ a: 0, b: 100, far: 5000 })
  const { shift } = flipOffsets(before, rows({ a: 0, b: 100, far: 6000 }), { ...screen, touched: 'far' })
  expect(shift).toBe(0)
})

test('when a row above the viewport leaves, the visible rows keep their position', () => {
  const before = rows({ a: -1000, b: 0, c: 100, d: 200 })
  const { shift, moves } = flipOffsets(before, rows({ b: -100, c: 0, d: 100, a: 5000 }), screen)
  expect(shift).toBe(-100)
  expect(moves.size).toBe(0)
})

test('a row from far away starts at most 240 px from its new position', () => {
  const { moves } = flipOffsets(rows({ a: 0, b: 100, z: 9000 }), rows({ a: 0, b: 100, z: 200 }), screen)
  expect(moves.get('z')).toBe(240)
})

test('a new row is not animated', () => {
  const { moves } = flipOffsets(rows({ a: 0 }), rows({ a: 0, b: 100 }), screen)
  expect(moves.size).toBe(0)
})
