import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKeys, type Keys } from '#platform/keys.ts'
import { testClock } from '#testing/test-clock.ts'
import { makeAccessToken, readSessionClaim } from './session-claim.ts'

test('the keys that are derived from one secret differ from each other and from the keys of another secret', () => {
  const [keys, others] = [deriveKeys('one secret'), deriveKeys('another secret')]
  const all = [...Object.values(keys), ...Object.values(others)].map((key) => key.toString('hex'))
  expect(new Set(all).size).toBe(2 * Object.keys(keys).length)
})

test('an access token depends on the derived key accessToken and on no other derived key', () => {
  const keys = deriveKeys('one secret')
  const now = testClock.now()
  const authorization = `Bearer ${makeAccessToken(keys, '01890000-0000-7000-8000-000000000001', now).accessToken}`
  for (const key of Object.keys(keys) as (keyof Keys)[]) {
    const claim = readSessionClaim({ ...keys, [key]: randomBytes(32) }, { authorization, cookie: undefined, now })
    expect([key, claim !== null]).toEqual([key, key !== 'accessToken'])
  }
})
