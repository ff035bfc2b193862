import { expect, it } from 'vitest'
import { findSwipeDirection } from './calendar-body.tsx'

const from = { x: 200, y: 400, at: 1000 }

it.each([
  ['50 px to the left within 300 ms', 'left', { x: 150, y: 400, at: 1300 }],
  ['50 px to the right', 'right', { x: 250, y: 420, at: 1100 }],
  ['49 px', null, { x: 151, y: 400, at: 1100 }],
  ['301 ms', null, { x: 100, y: 400, at: 1301 }],
  ['more down than across', null, { x: 140, y: 470, at: 1100 }],
] as const)('findSwipeDirection of a movement of %s is %j', (_, swipe, to) =>
  expect(findSwipeDirection(from, to)).toBe(swipe),
)
