import { expect, it } from 'vitest'
import { swipeBetween } from './swipe.ts'

const from = { x: 200, y: 400, at: 1000 }

it.each([
  ['50 px to the left within 300 ms', { x: 150, y: 400, at: 1300 }, 'left'],
  ['50 px to the right', { x: 250, y: 420, at: 1100 }, 'right'],
  ['49 px', { x: 151, y: 400, at: 1100 }, null],
  ['301 ms', { x: 100, y: 400, at: 1301 }, null],
  ['more down than across', { x: 140, y: 470, at: 1100 }, null],
] as const)('%s', (_, to, swipe) => expect(swipeBetween(from, to)).toBe(swipe))
