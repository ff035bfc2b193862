import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { BandEvent } from '@gaffer/domain/events/event'
import { expect, it } from 'vitest'
import { applyAnswerToEvents, applyAnswerToMembers, type PendingAnswer } from './apply-answers.ts'

const counts = { yes: 2, maybe: 0, no: 1, away: 0, none: 2 }
// An event with only the fields that an answer changes.
const gig = { id: 'e1', myAnswer: null, answerCounts: counts } as BandEvent
const other = { ...gig, id: 'e2' }
const answer = (fields: Partial<PendingAnswer> = {}): PendingAnswer => ({
  eventId: 'e1',
  membershipId: 'm1',
  isOwn: true,
  setBy: null,
  answer: 'yes',
  comment: null,
  answeredAt: '2027-03-01T12:00:00.000Z',
  ...fields,
})
const applyToGig = (...pending: PendingAnswer[]) => pending.reduce(applyAnswerToEvents, [gig])[0]
const applyToRow = (stored: MemberAnswer, ...pending: PendingAnswer[]) =>
  pending.reduce(applyAnswerToMembers, [stored])[0]

it('a pending answer lowers the count of members without an answer by one and raises the count of the given answer', () => {
  expect(applyToGig(answer())).toMatchObject({ myAnswer: 'yes', answerCounts: { ...counts, yes: 3, none: 1 } })
})

it('of two pending answers to an event only the last one is applied', () => {
  const changed = applyToGig(answer(), answer({ answer: 'no' }))
  expect(changed).toMatchObject({ myAnswer: 'no', answerCounts: { ...counts, no: 2, none: 1 } })
})

it('a pending withdrawal clears the answer of the user and raises the count of members without an answer', () => {
  const given = { ...gig, myAnswer: 'no' as const }
  const [withdrawn] = applyAnswerToEvents([given], answer({ answer: null }))
  expect(withdrawn).toMatchObject({ myAnswer: null, answerCounts: { ...counts, no: 0, none: 3 } })
})

it('a pending answer that is applied twice counts once', () => {
  const once = applyAnswerToEvents([gig], answer())
  expect(applyAnswerToEvents(once, answer())).toEqual(once)
})

it('applyAnswerToEvents returns events without a pending answer unchanged, and ignores answers for other members', () => {
  const events = [gig, other]
  expect(applyAnswerToEvents(events, answer({ isOwn: false }))).toBe(events)
  expect(applyAnswerToEvents(events, answer())[1]).toBe(other)
})

it('applyAnswerToEvents returns an event without answer counts unchanged', () => {
  const hidden = { ...gig, answerCounts: null }
  expect(applyAnswerToEvents([hidden], answer())[0]).toBe(hidden)
})

const row: MemberAnswer = {
  membershipId: 'm1',
  displayName: 'Kit',
  answer: null,
  comment: null,
  isAway: true,
  hasDaysAway: true,
  isStale: true,
  setBy: null,
  answeredAt: null,
  coveredBy: null,
}

it('applyAnswerToMembers sets the answer, comment, time and setter of a member, and clears the flags isAway and isStale', () => {
  const pending = answer({ isOwn: false, setBy: 'm2', answer: 'maybe', comment: 'After six' })
  expect(applyAnswerToMembers([row], pending)).toEqual([
    {
      ...row,
      answer: 'maybe',
      comment: 'After six',
      isAway: false,
      isStale: false,
      setBy: 'm2',
      answeredAt: '2027-03-01T12:00:00.000Z',
    },
  ])
})

it('a pending answer that repeats the stored answer and has no comment keeps the stored comment', () => {
  const stored = { ...row, answer: 'maybe' as const, comment: 'After six' }
  const { comment: _, ...pending } = answer({ isOwn: false, answer: 'maybe' })
  expect(applyToRow(stored, pending)?.comment).toBe('After six')
})

it('a pending answer that differs from the stored answer drops the stored comment, also if a later pending answer repeats the stored answer', () => {
  const stored = { ...row, answer: 'no' as const, comment: 'At a wedding' }
  const { comment: _, ...yes } = answer()
  const { comment: __, ...no } = answer({ answer: 'no' })
  expect(applyToRow(stored, yes)).toMatchObject({ answer: 'yes', comment: null })
  expect(applyToRow(stored, yes, no)).toMatchObject({ answer: 'no', comment: null })
})
