import { expect, it } from 'vitest'
import { aTake } from '#testing/take-fixture.ts'
import { hasEnded } from './take-database.ts'

it.each([
  ['now', 0, false],
  ['20 seconds ago', -20_000, true],
  ['in an hour, by a clock that was set back since', 3_600_000, true],
])('hasEnded of a take that was not stopped and whose last piece was stored %s (%i ms) is %s', (_when, ms, ended) => {
  expect(hasEnded(aTake({ isStopped: false, storedAt: Date.now() + ms }))).toBe(ended)
})
