import { expect, it } from 'vitest'
import { readAgo } from './read-ago.ts'

it.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [200_000, '2 days ago'],
])('%i seconds ago reads "%s"', (seconds, words) => expect(readAgo(0, seconds * 1000)).toBe(words))
