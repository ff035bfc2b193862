import { expect, test } from 'vitest'
import { findNextRunningTimeIndex } from './next-running-time.ts'

test.each([
  ['12:00', 0],
  ['17:00', 1],
  ['21:14', 1],
  ['21:15', 2],
  ['23:59', 2],
])('at %s the index of the next of the times 17:00, 21:15 and 01:00 is %i', (now, index) => {
  const times = [{ time: '17:00' }, { time: '21:15' }, { time: '01:00' }]
  expect(findNextRunningTimeIndex(times, now)).toBe(index)
})

test('findNextRunningTimeIndex is null after the last running time', () => {
  expect(findNextRunningTimeIndex([{ time: '17:00' }, { time: '21:15' }], '21:15')).toBeNull()
  expect(findNextRunningTimeIndex([], '12:00')).toBeNull()
})
