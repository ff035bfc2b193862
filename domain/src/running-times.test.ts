import { expect, test } from 'vitest'
import { nextRunningTimeIndex } from './running-times.ts'

test.each([
  ['12:00', 0],
  ['17:00', 1],
  ['21:14', 1],
  ['21:15', 2],
  ['23:59', 2],
])('at %s the next of the times 17:00, 21:15 and 01:00 is number %i', (now, index) => {
  const times = [{ time: '17:00' }, { time: '21:15' }, { time: '01:00' }]
  expect(nextRunningTimeIndex(times, now)).toBe(index)
})

test('nextRunningTimeIndex is null after the last running time', () => {
  expect(nextRunningTimeIndex([{ time: '17:00' }, { time: '21:15' }], '21:15')).toBeNull()
  expect(nextRunningTimeIndex([], '12:00')).toBeNull()
})
