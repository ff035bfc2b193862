import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890])(
  'formatCount writes %s like toLocaleString of en-GB',
  (count) => expect(formatCount(count)).toBe(count.toLocaleString('en-GB')),
)
