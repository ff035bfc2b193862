import type { DepRequest } from '@gaffer/domain/deps/dep'
import { expect, it } from 'vitest'
import { aDepRequest } from '#testing/dep-fixture.ts'
import {
  formatDepAskStatus,
  formatNextAskStep,
  formatDepRequestFacts,
  formatDepRequestTitle,
  formatShortMoment,
  formatWaitMinutes,
} from './format-dep-request.ts'

type Ask = DepRequest['asks'][number]
const now = Date.parse('2027-03-01T12:00:00Z')
const depNameOf = (depId: string) => depId
const ask = (depId: string, status: Ask['status'], isStale = false): Ask => ({
  depId,
  status,
  at: status === 'waiting' ? null : '2027-03-01T11:00:00.000Z',
  isStale,
})
const title = (fields: Partial<DepRequest>) => formatDepRequestTitle(aDepRequest(fields), depNameOf)

it('the title of a dep request states its status', () => {
  expect(title({ asks: [ask('Tom', 'asked')] })).toBe('Looking for a dep: drums')
  expect(title({ status: 'filled', filledBy: 'Tom', asks: [ask('Tom', 'yes')] })).toBe('Tom plays drums')
  expect(title({ status: 'exhausted', asks: [ask('Tom', 'no')] })).toBe('No dep found: drums')
  expect(title({ status: 'withdrawn', asks: [ask('Tom', 'expired')] })).toBe('Withdrawn: drums')
  expect(title({ status: 'withdrawn', asks: [ask('Tom', 'yes')] })).toBe('Tom was released')
})

it('the line of facts about a dep request has the member, the fee and whether the deps are asked one after another or all at once', () => {
  expect(formatDepRequestFacts(aDepRequest(), 'Danny')).toBe('for Danny · £120 · one after another, 4 hours each')
  expect(formatDepRequestFacts(aDepRequest({ mode: 'all', feePence: null }), null)).toBe('all at once')
})

it.each([
  [1, '1 minute'],
  [90, '90 minutes'],
  [60, '1 hour'],
  [240, '4 hours'],
  [1440, '1 day'],
  [2880, '2 days'],
])('formatWaitMinutes writes %i minutes as "%s"', (minutes, words) => {
  expect(formatWaitMinutes(minutes)).toBe(words)
})

it('formatShortMoment has the date unless it is today in London', () => {
  expect(formatShortMoment(Date.parse('2027-03-01T15:30:00Z'), now)).toBe('3:30 PM')
  expect(formatShortMoment(Date.parse('2027-07-02T08:00:00Z'), now)).toBe('Fri 2 Jul, 9 AM')
})

it('the status of a dep who was not asked is "Not asked yet" while the dep request is open, and "Not asked" afterwards', () => {
  const waiting = ask('Jo', 'waiting')
  expect(formatDepAskStatus(waiting, aDepRequest(), depNameOf)).toBe('Not asked yet')
  expect(formatDepAskStatus(waiting, aDepRequest({ status: 'filled', filledBy: 'Tom' }), depNameOf)).toBe('Not asked')
})

it('the status of a dep whose Yes is from before a change of the gig is "Yes before the change, asked again"', () => {
  expect(formatDepAskStatus(ask('Tom', 'yes', true), aDepRequest(), depNameOf)).toBe(
    'Yes before the change, asked again',
  )
})

it('the status of a dep who is not needed any more names the dep who plays', () => {
  const request = aDepRequest({ status: 'filled', filledBy: 'Tom' })
  expect(formatDepAskStatus(ask('Jo', 'covered'), request, depNameOf)).toBe('Covered by Tom')
})

it('formatNextAskStep names the dep who is asked next and the time, and returns null if no dep is asked later', () => {
  const nextAt = '2027-03-01T15:00:00.000Z'
  const step = (fields: Partial<DepRequest>) => formatNextAskStep(aDepRequest({ nextAt, ...fields }), depNameOf, now)
  const [tom, jo, ali] = [ask('Tom', 'asked'), ask('Jo', 'waiting'), ask('Ali', 'waiting')]
  expect(step({ asks: [tom, jo, ali] })).toBe('Without an answer by 3 PM, Jo is asked.')
  expect(step({ asks: [jo, ali] })).toBe('Jo is asked at 3 PM.')
  expect(step({ mode: 'all', asks: [jo, ali] })).toBe('Jo and Ali are asked at 3 PM.')
  expect(step({ asks: [tom] })).toBeNull()
  expect(step({ status: 'withdrawn', asks: [jo] })).toBeNull()
})
