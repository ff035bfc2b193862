import type { Answer } from '@gaffer/domain/answer'
import type { Event } from '@gaffer/domain/event'
import { expect, it } from 'vitest'
import { withAnswers, withOwnAnswers, type PendingAnswer } from './pending-answers.ts'

const counts = { yes: 2, maybe: 0, no: 1, away: 0, none: 2 }
// The fields that an answer changes.
const gig = { id: 'e1', myAnswer: null, answerCounts: counts } as Event
const other = { ...gig, id: 'e2' }
const answer = (fields: Partial<PendingAnswer> = {}): PendingAnswer => ({
  eventId: 'e1',
  membershipId: 'm1',
  isOwn: true,
  setBy: null,
  answer: 'yes',
  comment: null,
  sentAt: '2027-03-01T12:00:00.000Z',
  ...fields,
})
const applied = (...pending: PendingAnswer[]) => withOwnAnswers([gig], pending)[0]

it('an answer moves one member from those to answer to its count', () => {
  expect(applied(answer())).toMatchObject({ myAnswer: 'yes', answerCounts: { ...counts, yes: 3, none: 1 } })
})

it('of several answers to an event the last one counts', () => {
  const changed = applied(answer(), answer({ answer: 'no' }))
  expect(changed).toMatchObject({ myAnswer: 'no', answerCounts: { ...counts, no: 2, none: 1 } })
})

it('a withdrawn answer is to be given again', () => {
  const given = { ...gig, myAnswer: 'no' as const }
  const [withdrawn] = withOwnAnswers([given], [answer({ answer: null })])
  expect(withdrawn).toMatchObject({ myAnswer: null, answerCounts: { ...counts, no: 0, none: 3 } })
})

it('an answer that is applied twice counts once', () => {
  const once = withOwnAnswers([gig], [answer()])
  expect(withOwnAnswers(once, [answer()])).toEqual(once)
})

it('events without an answer, and answers for other members, leave the events as they are', () => {
  const events = [gig, other]
  expect(withOwnAnswers(events, [answer({ isOwn: false })])).toBe(events)
  expect(withOwnAnswers(events, [answer()])[1]).toBe(other)
})

it('an event of another band, without counts, stays as it is', () => {
  const hidden = { ...gig, answerCounts: null }
  expect(withOwnAnswers([hidden], [answer()])[0]).toBe(hidden)
})

it('the row of a member gets the answer, the member who set it, and is neither away nor stale any more', () => {
  const row: Answer = {
    membershipId: 'm1',
    displayName: 'Kit',
    answer: null,
    comment: null,
    isAway: true,
    isStale: false,
    setBy: null,
    answeredAt: null,
  }
  const pending = answer({ isOwn: false, setBy: 'm2', answer: 'maybe', comment: 'After six' })
  expect(withAnswers([row], [pending])).toEqual([
    {
      ...row,
      answer: 'maybe',
      comment: 'After six',
      isAway: false,
      setBy: 'm2',
      answeredAt: '2027-03-01T12:00:00.000Z',
    },
  ])
  const { comment: _, ...repeated } = pending
  const [shown] = withAnswers([{ ...row, answer: 'maybe', comment: 'After six' }], [repeated])
  expect(shown?.comment).toBe('After six')
})
