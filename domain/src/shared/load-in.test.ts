import { expect, test } from 'vitest'
import { findLoadIn } from './load-in.ts'

test.each(['Load-in', 'load in', 'Loadin from 5', 'LOAD - IN (rear)'])('findLoadIn recognises “%s”', (label) => {
  const times = [
    { time: '19:00', label: 'Doors' },
    { time: '17:00', label },
  ]
  expect(findLoadIn(times)).toBe('17:00')
})

test('findLoadIn is null without a load-in among the running times', () => {
  expect(findLoadIn([{ time: '23:00', label: 'Load-out' }])).toBeNull()
})
