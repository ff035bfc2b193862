// The words for how long ago something was.

import { expect, it } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = Date.parse('2026-02-14T12:00:00Z')

it.each([
  ['2026-02-14T11:59:30Z', 'just now'],
  ['2026-02-14T12:03:00Z', 'just now'],
  ['2026-02-14T11:59:00Z', '1 minute ago'],
  ['2026-02-14T09:01:00Z', '2 hours ago'],
  ['2026-02-13T12:00:00Z', '1 day ago'],
  ['2026-02-07T11:00:00Z', '7 days ago'],
])('%s was %s', (timestamp, expected) => {
  expect(timeAgo(timestamp, now)).toBe(expected)
})
