// Each kind of signed token has a key of its own.

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKeys, type Keys } from '#platform/keys.ts'
import { makeAnswerToken, verifyAnswerToken } from './answer-token.ts'
import { makeDepToken } from './dep-token.ts'
import { isFeedClaimGenuine, makeFeedToken, decodeFeedToken } from './feed-token.ts'
import { makeAccessToken, readSessionClaim } from './session-claim.ts'
import { isSheetClaimGenuine, makeSheetToken, decodeSheetToken } from './sheet-token.ts'
import { makeUnsubscribeToken, verifyUnsubscribeToken } from './unsubscribe-token.ts'

const claims = {
  feed: { subscriberId: '01890000-0000-7000-8000-000000000001', kind: 'full', version: 3 } as const,
  answer: {
    membershipId: '01890000-0000-7000-8000-000000000002',
    eventId: '01890000-0000-7000-8000-000000000003',
  },
  sheet: {
    bandId: '01890000-0000-7000-8000-000000000002',
    eventId: '01890000-0000-7000-8000-000000000003',
    linkId: '01890000-0000-7000-8000-000000000004',
  },
  unsubscribe: { userId: '01890000-0000-7000-8000-000000000005', group: 'asked' } as const,
}
const now = new Date()

/** Whether a token made with the first keys is genuine for the second ones, by the key that signs it. */
const signed: Partial<Record<keyof Keys, (made: Keys, read: Keys) => boolean>> = {
  accessToken: (made, read) => {
    const authorization = `Bearer ${makeAccessToken(made, claims.feed.subscriberId, now).accessToken}`
    return readSessionClaim(read, { authorization, cookie: undefined, now }) !== null
  },
  answerLink: (made, read) => verifyAnswerToken(read, makeAnswerToken(made, claims.answer)) !== null,
  depLink: (made, read) =>
    makeDepToken(made, claims.feed.subscriberId) === makeDepToken(read, claims.feed.subscriberId),
  feed: (made, read) =>
    isFeedClaimGenuine(read, decodeFeedToken(makeFeedToken(made, claims.feed))!, claims.feed.version),
  sheetLink: (made, read) =>
    isSheetClaimGenuine(read, decodeSheetToken(makeSheetToken(made, claims.sheet))!, claims.sheet.linkId),
  unsubscribe: (made, read) => verifyUnsubscribeToken(read, makeUnsubscribeToken(made, claims.unsubscribe)) !== null,
}

test('all keys that are derived from one secret differ, and another secret changes all of them', () => {
  const [keys, others] = [deriveKeys('one secret'), deriveKeys('another secret')]
  const all = [...Object.values(keys), ...Object.values(others)].map((key) => key.toString('hex'))
  expect(new Set(all).size).toBe(2 * Object.keys(keys).length)
})

test.each(Object.entries(signed))('the key %s alone signs its tokens', (name, isGenuine) => {
  const keys = deriveKeys('one secret')
  for (const key of Object.keys(keys) as (keyof Keys)[]) {
    expect([key, isGenuine(keys, { ...keys, [key]: randomBytes(32) })]).toEqual([key, key !== name])
  }
})
