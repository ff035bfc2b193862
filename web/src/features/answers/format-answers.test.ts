import type { BandEvent } from '@gaffer/domain/events/event'
import { expect, it } from 'vitest'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { formatAnswerCounts, shouldShowWhoSaidNo, isOwnAnswerDue, formatWhoSaidNo } from './format-answers.ts'

const now = new Date('2027-03-01T12:00:00Z')
const counts = { yes: 4, maybe: 1, no: 0, away: 0, none: 1 }
const gig = anEvent({ type: 'gig', asksAnswers: true, replyBy: '2027-03-05', answerCounts: counts })
const line = (fields: Partial<BandEvent> = {}, isAdmin = false) =>
  formatAnswerCounts({ ...gig, ...fields }, { isAdmin, now })

it('the answer line counts each answer and the members without an answer, and leaves out zeros', () => {
  expect(line()).toBe('4 yes · 1 maybe · 1 to answer')
  expect(line({ answerCounts: { yes: 0, maybe: 0, no: 2, away: 1, none: 0 } })).toBe('2 no · 1 away')
})

it('after the last day for answers, the answer line for admins begins with the members without an answer; the line for other members does not', () => {
  expect(line({ replyBy: '2027-02-28' }, true)).toBe('1 to answer · 4 yes · 1 maybe')
  expect(line({ replyBy: '2027-02-28' })).toBe('4 yes · 1 maybe · 1 to answer')
  expect(line({ replyBy: '2027-03-01' }, true)).toBe('4 yes · 1 maybe · 1 to answer')
})

it('the answer line ends with the deps who play', () => {
  const deps = [{ name: 'Tom', instrument: 'drums' }]
  expect(line({ deps })).toBe('4 yes · 1 maybe · 1 to answer · Tom (dep, drums)')
  const nobody = { yes: 0, maybe: 0, no: 0, away: 0, none: 5 }
  expect(line({ asksAnswers: false, answerCounts: nobody, deps })).toBe('Tom (dep, drums)')
})

it('the answer line of an event that does not ask for answers counts only the given answers', () => {
  expect(line({ asksAnswers: false })).toBe('4 yes · 1 maybe')
  expect(line({ asksAnswers: false, answerCounts: { ...counts, yes: 0, maybe: 0 } })).toBeNull()
})

it('the answer line of a past event does not count the members without an answer', () => {
  expect(line({ date: '2027-02-01' })).toBe('4 yes · 1 maybe')
})

it.each([
  ['a cancelled event', { ...gig, status: 'cancelled' as const }],
  ['days away', { ...aDaysAwayEvent('Dee', '2027-03-12'), answerCounts: null }],
  ["another band's event", { ...gig, answerCounts: null }],
])('for %s there is no answer line, and no answer is due', (_name, event) => {
  expect(formatAnswerCounts(event, { isAdmin: true, now })).toBeNull()
  expect(isOwnAnswerDue(event, now)).toBe(false)
})

it('an answer is due until it is given or the event is over, and never due for an event that does not ask for answers', () => {
  expect(isOwnAnswerDue(gig, now)).toBe(true)
  expect(isOwnAnswerDue({ ...gig, myAnswer: 'no' }, now)).toBe(false)
  expect(isOwnAnswerDue({ ...gig, asksAnswers: false }, now)).toBe(false)
  expect(isOwnAnswerDue({ ...gig, date: '2027-02-28' }, now)).toBe(false)
})

it('formatWhoSaidNo names the members who said no, and shouldShowWhoSaidNo is true only for gigs that are not cancelled', () => {
  const no = (displayName: string) => ({ displayName, answer: 'no' as const })
  expect(formatWhoSaidNo([no('Kit'), { displayName: 'Ros', answer: 'yes' }])).toBe('Kit said no')
  expect(formatWhoSaidNo([no('Kit'), no('Mags'), no('Dee')])).toBe('Kit, Mags and Dee said no')
  expect(formatWhoSaidNo([{ ...no('Kit'), coveredBy: 'Tom' }, no('Mags')])).toBe(
    'Kit (covered by Tom) and Mags said no',
  )
  const stale = { ...no('Mags'), isStale: true }
  expect(formatWhoSaidNo([{ ...stale, displayName: 'Dee', coveredBy: 'Tom' }, stale])).toBe(
    'Dee (covered by Tom) and Mags said no before the change',
  )
  expect(formatWhoSaidNo([stale, no('Kit')])).toBe('Kit said no · Mags said no before the change')
  expect(formatWhoSaidNo([{ displayName: 'Ros', answer: null }])).toBeNull()
  const oneNo = { ...counts, no: 1 }
  expect(shouldShowWhoSaidNo({ ...gig, answerCounts: oneNo })).toBe(true)
  expect(shouldShowWhoSaidNo({ ...gig, type: 'practice', answerCounts: oneNo })).toBe(false)
  expect(shouldShowWhoSaidNo({ ...gig, status: 'cancelled', answerCounts: oneNo })).toBe(false)
})
