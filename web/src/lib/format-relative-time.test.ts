import { expect, it } from 'vitest'
import { formatRelativeTime } from './format-relative-time.ts'

it.each([
  [-180, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [608_400, '7 days ago'],
])('%i seconds ago reads "%s"', (seconds, text) => expect(formatRelativeTime(0, seconds * 1000)).toBe(text))
