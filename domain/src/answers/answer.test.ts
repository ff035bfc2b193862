import { describe, expect, test } from 'vitest'
import { AnswerInput, canAnswerFor, isEventLinkValid } from './answer.ts'
import { answerRefusalMessageFor } from './answer-refusal.ts'

const gig = {
  date: '2027-07-01',
  endDate: null,
  startTime: '20:00',
  endTime: '22:00',
  isAllDay: false,
  status: 'confirmed' as const,
}

describe('answerRefusalMessageFor', () => {
  test.each([
    // London is an hour ahead of UTC in July.
    ['one minute before its end', gig, '2027-07-01T20:59:00Z', null],
    ['at its end', gig, '2027-07-01T21:00:00Z', 'This event is over'],
    ['that ends past midnight, at 00:30', { ...gig, endTime: '01:00' }, '2027-07-01T23:30:00Z', null],
    ['without an end time, until the end of its day', { ...gig, endTime: null }, '2027-07-01T22:59:00Z', null],
    ['without an end time, on the next day', { ...gig, endTime: null }, '2027-07-01T23:00:00Z', 'This event is over'],
    ['that is pencilled', { ...gig, status: 'tentative' as const }, '2027-06-01T12:00:00Z', null],
    ['that is cancelled', { ...gig, status: 'cancelled' as const }, '2027-06-01T12:00:00Z', 'This event is cancelled'],
  ])('answerRefusalMessageFor for an event %s is: $3', (_, event, now, expected) => {
    expect(answerRefusalMessageFor(event, new Date(now))).toBe(expected)
  })
})

test('isEventLinkValid is true until 24 hours after the end of the event', () => {
  expect(isEventLinkValid(gig, new Date('2027-07-02T20:59:00Z'))).toBe(true)
  expect(isEventLinkValid(gig, new Date('2027-07-02T21:00:00Z'))).toBe(false)
})

test('canAnswerFor lets members answer for themselves only, and admins and owners for every member', () => {
  const actorWith = (access: 'owner' | 'admin' | 'member') => ({ access, membershipId: 'own' })
  expect(canAnswerFor(actorWith('member'), 'own')).toBe(true)
  expect((['owner', 'admin', 'member'] as const).map((access) => canAnswerFor(actorWith(access), 'other'))).toEqual([
    true,
    true,
    false,
  ])
})

test('AnswerInput parses a blank comment as null, and leaves a missing comment missing', () => {
  expect(AnswerInput.parse({ answer: 'yes', comment: '  ' })).toEqual({ answer: 'yes', comment: null })
  expect(AnswerInput.parse({ answer: 'no' })).toEqual({ answer: 'no' })
})
